// Before the first paint: the language and the theme that this browser chose last, so that nothing flashes.
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
  if (kept.contrast === 'more' || (!kept.contrast && asks('(prefers-contrast: more)'))) root.dataset.contrast = 'more'
  if (kept.motion === 'less' || (!kept.motion && asks('(prefers-reduced-motion: reduce)'))) root.dataset.motion = 'less'
})()
