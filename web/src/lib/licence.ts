/** Records that somebody gives to everybody: a notice in the record's `meta`, by the choice of whoever saves it. */
import type { GameRecord } from '../record'

export const CC0 = 'CC0-1.0'
export const CC0_LINK = 'https://creativecommons.org/publicdomain/zero/1.0/'

/** Whether a record says of itself that everybody may use it. */
export const isFree = (record: GameRecord): boolean => record.meta?.licence === CC0

/** The record with the notice, or without one. */
export function licensed(record: GameRecord, free: boolean): GameRecord {
  const { licence: _, ...meta } = record.meta ?? {}
  return { ...record, meta: free ? { ...meta, licence: CC0 } : meta }
}
