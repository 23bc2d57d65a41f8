import { configure } from '@testing-library/svelte'
import { t } from '../i18n/index.svelte'

// For machines that do much else: what is fetched when it is first opened may take its time.
configure({ asyncUtilTimeout: 15_000 })

// Tests change languages without waiting.
await t.all()

// jsdom has no Web Animations, media queries and sizes; the components only ask for them.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
})) as unknown as typeof window.matchMedia
Element.prototype.animate ??= (() => ({ finished: Promise.resolve(), cancel() {}, onfinish: null })) as never
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as unknown as typeof window.ResizeObserver
HTMLCanvasElement.prototype.getContext = (() => null) as never
Element.prototype.scrollIntoView ??= () => {}
