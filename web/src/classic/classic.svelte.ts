/** The classic deck, once it is chosen and has come. Until then the cards have the deck of the house. */
import type { Component } from 'svelte'
import { settings } from '../settings.svelte'

type Face = Component<{ card: string; aside?: number }>

let face: Face | null = $state.raw(null)
let asked = false

export function classicFace(): Face | null {
  if (settings.deck !== 'classic') return null
  if (!asked) {
    asked = true
    import('./Face.svelte').then(
      (loaded) => (face = loaded.default as Face),
      () => (asked = false), // No network: asked for again with the next card.
    )
  }
  return face
}
