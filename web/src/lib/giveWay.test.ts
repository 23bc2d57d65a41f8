import { fireEvent } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { giveWay } from './giveWay'

function placed(tag: string, top: number, height: number): HTMLElement {
  const node = document.body.appendChild(document.createElement(tag))
  node.getBoundingClientRect = () => new DOMRect(0, top, 100, height)
  return node
}

afterEach(() => {
  document.body.innerHTML = ''
})

test('it gives way to what gets the focus under it, and to nothing else', () => {
  const close = vi.fn()
  const note = placed('aside', 100, 100)
  const own = note.appendChild(placed('button', 110, 20))
  const beside = placed('button', 190, 50)
  const under = placed('button', 150, 40)
  const { destroy } = giveWay(note, close)!
  own.focus()
  beside.focus()
  expect(close).not.toHaveBeenCalled()
  under.focus()
  expect(close).toHaveBeenCalledOnce()
  destroy()
  own.focus()
  under.focus()
  expect(close).toHaveBeenCalledOnce()
})

test('it gives way to Escape, which then does nothing else', async () => {
  const close = vi.fn()
  const { destroy } = giveWay(placed('aside', 0, 9), close)!
  expect(await fireEvent.keyDown(document.body, { key: 'Enter' })).toBe(true)
  expect(await fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false)
  expect(close).toHaveBeenCalledOnce()
  document.body.appendChild(document.createElement('dialog')).open = true
  expect(await fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true)
  expect(close).toHaveBeenCalledOnce()
  destroy()
})

test('without a way to close it stays', () => {
  expect(giveWay(placed('aside', 0, 9), null)).toBeUndefined()
})
