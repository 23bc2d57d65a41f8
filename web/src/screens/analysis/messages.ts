/** The texts of the analysis, and of hints at the table, which say the same. */
import { catalogueOf } from '../../i18n/index.svelte'

export const m = await catalogueOf(
  () => import('./messages.en').then((one) => one.en),
  () => import('./messages.th').then((one) => one.th),
)
