/** Which screen the address asks for. Screens are loaded when they are first shown (App.svelte). */

export type Route =
  | { name: 'home' }
  | { name: 'new' }
  | { name: 'join'; code: string }
  | { name: 'table'; code: string }
  | { name: 'watch'; code: string }
  | { name: 'watching' }
  | { name: 'seat' }
  | { name: 'records' }
  | { name: 'replay'; id: string }
  | { name: 'analysis'; id: string }
  | { name: 'rules' }
  | { name: 'learn' }
  | { name: 'settings' }
  | { name: 'privacy' }
  | { name: 'dev'; page: string }
  | { name: 'lost' }

export function routeOf(path: string): Route {
  const [head = '', rest = ''] = path.replace(/^\/+|\/+$/g, '').split('/', 2)
  const name = decodeURIComponent(rest)
  if (head === '') return { name: 'home' }
  if (head === 'new' || head === 'rules' || head === 'learn' || head === 'settings' || head === 'privacy' || head === 'records') return { name: head }
  if (head === 'join') return { name: 'join', code: name }
  if (head === 'watch') return { name: 'watching' }
  if (head === 's') return { name: 'seat' }
  if (head === 't' && name) return { name: 'table', code: name }
  if (head === 'w' && name) return { name: 'watch', code: name }
  if (head === 'r' && name) return { name: 'replay', id: name }
  if (head === 'a' && name) return { name: 'analysis', id: name }
  if (head === 'dev' && import.meta.env.DEV) return { name: 'dev', page: name }
  return { name: 'lost' }
}

/** The route in force, and the address's #part (replay: #d3a14). */
export const router = $state({ route: routeOf(location.pathname), hash: location.hash, query: location.search })

function read(): void {
  router.route = routeOf(location.pathname)
  router.hash = location.hash
  router.query = location.search
}

/** Go to another screen. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', path)
  read()
  window.scrollTo(0, 0)
}

/** Follow the back button, and turn plain clicks on links of ours into steps without a reload. */
export function startRouter(): void {
  addEventListener('popstate', read)
  addEventListener('hashchange', read)
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a')
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    if (routeOf(link.pathname).name === 'lost' || (link.pathname === location.pathname && link.hash)) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
