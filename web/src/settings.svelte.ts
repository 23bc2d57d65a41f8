/** What this browser's person has chosen. Kept in local storage; nothing of it goes to the server but the name. */

export type Lang = 'en' | 'th'
export type Theme = 'auto' | 'light' | 'dark'
export type Felt = 'auto' | 'teal' | 'indigo' | 'plum' | 'slate'
export type CardSize = 'small' | 'normal' | 'large'
export type Speed = 'slow' | 'normal' | 'fast' | 'instant'

export interface Settings {
  /** null: as the browser says. */
  lang: Lang | null
  theme: Theme
  /** null: as the system says. */
  contrast: 'more' | 'normal' | null
  motion: 'less' | 'full' | null
  /** Thai terms beside the English ones: Born (เกิด). */
  thaiTerms: boolean
  /** Suits as letters beside the signs, for those who do not tell them apart. */
  suitLetters: boolean
  deck: 'speto' | 'classic'
  /** The felt's colour; auto: teal, and indigo in the dark. */
  felt: Felt
  cardSize: CardSize
  sound: boolean
  haptics: boolean
  /** How fast the others' moves are shown. */
  speed: Speed
  /** Ask once more before every discard. */
  confirm: boolean
  /** A card flicked upwards is discarded. */
  flick: boolean
  /** Draw by itself when nothing can be picked up. */
  autoDraw: boolean
  name: string
  /** The ten-second tip of the first table was seen. */
  tipSeen: boolean
}

const KEY = 'speto.settings'

export const DEFAULTS: Settings = {
  lang: null,
  theme: 'auto',
  contrast: null,
  motion: null,
  thaiTerms: false,
  suitLetters: false,
  deck: 'speto',
  felt: 'auto',
  cardSize: 'normal',
  sound: true,
  haptics: true,
  speed: 'normal',
  confirm: false,
  flick: false,
  autoDraw: false,
  name: '',
  tipSeen: false,
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...kept() })

/** Change some settings, keep them, and let the page follow. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes)
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress()
}

function asks(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches
}

/** The language in force: the chosen one, else Thai when the browser says so first. */
export function language(): Lang {
  return settings.lang ?? (/^th\b/i.test(navigator.language) ? 'th' : 'en')
}

export function lessMotion(): boolean {
  return settings.motion ? settings.motion === 'less' : asks('(prefers-reduced-motion: reduce)')
}

/** Put language, theme, contrast, motion, deck and felt on the root, where the styles read them. */
export function dress(): void {
  const root = document.documentElement
  const theme = settings.theme !== 'auto' ? settings.theme : asks('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const more = settings.contrast ? settings.contrast === 'more' : asks('(prefers-contrast: more)')
  root.lang = language()
  root.dataset.theme = theme
  root.dataset.contrast = more ? 'more' : 'normal'
  root.dataset.deck = settings.deck
  root.dataset.felt = settings.felt
  root.dataset.motion = lessMotion() ? 'less' : 'full'
  const felt = getComputedStyle(root).getPropertyValue('--felt-deep').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', felt || '#0e4347')
}

/** Follow the system while the settings leave it to it. */
export function followSystem(): void {
  dress()
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(prefers-reduced-motion: reduce)']) {
    matchMedia(query).addEventListener('change', dress)
  }
}
