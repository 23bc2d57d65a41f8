/** A short hash of the deal as this viewer sees it, to notice a page that shows something else than the server. */
import { sha256 } from '@noble/hashes/sha2.js'
import type { DummyView } from './protocol'

/** The text that is hashed (docs/protocol.md): no JSON, no names, a fixed order. */
export function hashText(deal: DummyView): string {
  void deal
  return ''
}

/** First 8 hex digits of the SHA-256 of the deal's text; "" without a deal. `crypto.subtle` is not there on plain http. */
export function hashOf(deal: DummyView | null): string {
  if (deal === null) return ''
  const bytes = sha256(new TextEncoder().encode(hashText(deal)))
  return Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
