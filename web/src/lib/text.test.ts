import { expect, test } from 'vitest'
import { bold, cardList, cards, initial, named, pieces, plain, run } from './text'

test('a message in pieces', () => {
  expect(pieces(`${named('ก้อย')} threw ${bold(`${cards('9h Td')}!`)}`)).toEqual([
    { kind: 'name', text: 'ก้อย', bold: false },
    { kind: 'text', text: ' threw ', bold: false },
    { kind: 'cards', text: '9h Td', bold: true },
    { kind: 'text', text: '!', bold: true },
  ])
})

test('a message without marks', () => {
  expect(plain(`${named('A\uE003B')} ${cards('9h Td')}`)).toBe('AB 9♥ 10♦')
  expect(plain(run('9h', 'Jh'), (card) => `<${card}>`)).toBe('<9h>–<Jh>')
  expect(plain(cards('9h'), (card) => `<${card}>`)).toBe('<9h>')
})

test('cards of a text', () => {
  expect(cardList('JdQdKd')).toEqual(['Jd', 'Qd', 'Kd'])
  expect(cardList('2c Th')).toEqual(['2c', 'Th'])
  expect(cardList(null)).toEqual([])
})

test('initials skip vowels that are written first', () => {
  expect(['แม็กซ์', 'โอ', 'ก้อย', 'ton', '', ' เ'].map(initial)).toEqual(['ม', 'อ', 'ก', 'T', '?', 'เ'])
})
