/** The table screen's own texts: `m().tray.draw`. */
import { catalogue } from '../i18n/index.svelte'
import { en } from './messages.en'
import { th } from './messages.th'

export const m = catalogue(en, th)
