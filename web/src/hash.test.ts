import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type FixtureName, fixtures } from './dev/fixtures'
import { hashOf, hashText } from './hash'
import type { DummyView } from './protocol'

const FILE = '../tests/protocol/vectors.json'

test('the fixtures’ texts are the server’s', () => {
  for (const name of Object.keys(fixtures) as FixtureName[]) {
    expect(hashText(fixtures[name].deal), name).toBe(fixtures[name].hash_text)
  }
})

test.runIf(existsSync(FILE))('the vectors that Python has too', () => {
  const vectors = JSON.parse(readFileSync(FILE, 'utf8')) as { deal: DummyView; text: string; hash: string }[]
  expect(vectors.length).toBeGreaterThan(0)
  for (const { deal, text, hash } of vectors) {
    expect(hashText(deal)).toBe(text)
    expect(hashOf(deal)).toBe(hash)
  }
})

test('no deal, no hash', () => {
  expect(hashOf(null)).toBe('')
})
