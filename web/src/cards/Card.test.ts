import { render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test } from 'vitest'
import { choose } from '../settings.svelte'
import Card from './Card.svelte'

beforeEach(() => choose({ lang: 'en' }))

test('every state is said', () => {
  render(Card, { card: 'Qs', head: true, selected: true, ticked: true, fresh: true, risk: 'certain', button: true, place: '9 of 15' })
  const card = screen.getByRole('button')
  expect(card.getAttribute('aria-label')).toBe(
    'queen of spades, speto, head, 9 of 15, selected, in the meld, new, costs points at once',
  )
  expect(card.getAttribute('aria-pressed')).toBe('true')
})

test('a picture, a back with its count, a silent card', () => {
  render(Card, { card: 'Td', size: 'meld' })
  render(Card, { back: true, count: 5 })
  const { container } = render(Card, { card: '7h', silent: true })
  expect(screen.getAllByRole('img').map((one) => one.getAttribute('aria-label'))).toEqual([
    '10 of diamonds',
    'face-down card, 5 cards',
  ])
  expect(container.querySelector('[aria-hidden] .rank')?.textContent).toBe('7')
})

test('a suit letter is drawn, no text that the button’s name would have to say', () => {
  choose({ suitLetters: true })
  const { container } = render(Card, { card: '9h', button: true })
  expect(container.querySelector('.letter')).toBeTruthy()
  expect(screen.getByRole('button').textContent!.trim()).toBe('9')
  choose({ suitLetters: false })
})
