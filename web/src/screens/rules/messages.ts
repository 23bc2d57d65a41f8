/** The rules page's own texts. */
import { catalogue } from '../../i18n/index.svelte'
import { en } from './messages.en'
import { th } from './messages.th'

export const m = catalogue(en, th)
