import { mount } from 'svelte'
import App from './App.svelte'
import { startRouter } from './router.svelte'
import { followSystem } from './settings.svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/felts.css'

followSystem()
startRouter()
mount(App, { target: document.getElementById('app') as HTMLElement })

// Plain http on a LAN has no service worker; the page works without one. The first view comes first.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  setTimeout(() => void navigator.serviceWorker.register('/worker.js').catch(() => {}), 3_000)
}
