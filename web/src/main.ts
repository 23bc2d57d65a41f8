import { mount } from 'svelte'
import App from './App.svelte'
import { startRouter } from './router.svelte'
import { followSystem } from './settings.svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

followSystem()
startRouter()
mount(App, { target: document.getElementById('app') as HTMLElement })
