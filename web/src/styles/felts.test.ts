import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

function light(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
function ratio(a: string, b: string): number {
  const [x, y] = [light(a), light(b)].sort((p, q) => q - p)
  return (x! + 0.05) / (y! + 0.05)
}

test('what stands on any felt can be read', () => {
  const rules = [...readFileSync('src/styles/felts.css', 'utf8').matchAll(/:root([^{]+)\{([^}]+)\}/g)]
  expect(rules).toHaveLength(6)
  for (const [, which, body] of rules) {
    const colours = Object.fromEntries([...body!.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, hex]) => [name, hex!]))
    const dark = which!.includes("[data-theme='dark']:")
    const [gold, lotus, text] = dark ? ['#edb64c', '#ff8fbc', '#ece8dd'] : ['#f0b84b', '#ff9dc4', '#f3efe4']
    for (const felt of [colours['felt']!, colours['felt-deep']!]) {
      for (const on of [text!, colours['on-felt-2']!, lotus!, '#7fc8f2', '#c9b2ff', '#f4c45c']) expect(ratio(on, felt), `${which} ${on}`).toBeGreaterThan(4.5)
      expect(ratio(gold!, felt)).toBeGreaterThan(3)
    }
  }
})
