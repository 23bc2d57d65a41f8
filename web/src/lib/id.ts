/** Ids of commands. `crypto.randomUUID` is missing on plain http in a LAN; `getRandomValues` is not. */

const LETTERS = '0123456789abcdefghijklmnopqrstuv'

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => LETTERS[byte & 31]).join('')
}
