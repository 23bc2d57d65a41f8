/** The texts of help and of the keys: `m().help.turn`. */
import { catalogueOf } from '../../i18n/index.svelte'

export const m = await catalogueOf(
  () => import('./messages.en').then((one) => one.en),
  () => import('./messages.th').then((one) => one.th),
)
