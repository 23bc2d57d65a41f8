// Before the first paint: the language and the theme that this browser chose last, so that nothing flashes; and what the
// screen of this address is made of, so that it comes at once and not one after the other. The build fills AHEAD in.
;(function () {
  var root = document.documentElement
  var kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('speto.settings')) || {}
  } catch (e) {}
  function asks(query) {
    return window.matchMedia && matchMedia(query).matches
  }
  root.lang = kept.lang || (/^th\b/i.test(navigator.language) ? 'th' : 'en')
  root.dataset.theme =
    kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : asks('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  root.dataset.felt = kept.felt || 'auto'
  if (kept.contrast === 'more' || (!kept.contrast && asks('(prefers-contrast: more)'))) root.dataset.contrast = 'more'
  if (kept.motion === 'less' || (!kept.motion && asks('(prefers-reduced-motion: reduce)'))) root.dataset.motion = 'less'

  var AHEAD = {}
  var first = location.pathname.split('/')[1]
  var screen = { '': 'home', t: 'table', w: 'table' }[first]
  ;[root.lang].concat(screen ? [screen, screen + '.' + root.lang] : []).forEach(function (part) {
    ;(AHEAD[part] || []).forEach(function (file) {
      var link = document.createElement('link')
      link.rel = /\.css$/.test(file) ? 'preload' : 'modulepreload'
      link.crossOrigin = ''
      if (link.rel === 'preload') link.as = 'style'
      link.href = '/' + file
      document.head.appendChild(link)
    })
  })
})()
