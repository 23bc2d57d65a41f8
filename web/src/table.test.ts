import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket, fixtures } from './dev/fixtures'
import { hashOf } from './hash'
import { backoff } from './net'
import type { Act, Previewed, Step } from './protocol'
import { Table } from './table.svelte'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

async function live() {
  const sockets: FakeSocket[] = []
  const make = () => {
    const socket = new FakeSocket(fixtures.take)
    sockets.push(socket)
    return socket as unknown as WebSocket
  }
  const table = new Table('x', { url: 'fake', socket: make, random: () => 0 })
  table.open()
  await settle()
  return { table, sockets, last: () => sockets.at(-1)! }
}

const step = (seq: number, changes: Partial<Step> = {}): Step => ({
  t: 'step', seq, now: Date.now(), events: [{ k: 'ready', seat: 1 }], hash: hashOf(fixtures.take.deal), ...changes,
})

/** The server says nothing to commands any more. */
function mute(socket: FakeSocket) {
  ;(socket as unknown as { answer: () => void }).answer = () => {}
}

test('says hello and shows the snapshot', async () => {
  const { table, last } = await live()
  expect(last().heard[0]).toEqual({ t: 'hello', table: 'x', protocol: 1, last: -1 })
  expect([table.seq, table.connection, table.seat, table.myTurn]).toEqual([42, 'live', 0, true])
  expect(table.deal?.number).toBe(4)
  expect(table.mismatches).toBe(0)
  table.close()
})

test('takes steps in order, once each, and tells what happened', async () => {
  const { table, last } = await live()
  last().tell(step(43))
  last().tell(step(43))
  last().tell(step(42))
  expect([table.seq, table.happened.length]).toEqual([43, 1])
  expect(table.takeHappened()?.events).toEqual([{ k: 'ready', seat: 1 }])
  expect(table.happened).toEqual([])
  table.close()
})

test('a step that says who I am now is believed', async () => {
  const { table, last } = await live()
  last().tell(step(43, { you: { role: 'player', seat: 0, host: true } }))
  expect(table.you.host).toBe(true)
  last().tell(step(44))
  expect(table.you.host).toBe(true)
  table.close()
})

test('a gap begins the connection anew from the last number', async () => {
  const { table, sockets, last } = await live()
  last().tell(step(44))
  await settle()
  expect(sockets.length).toBe(2)
  expect(last().heard[0]).toMatchObject({ t: 'hello', last: 42 })
  table.close()
})

test('a view that does not fit its hash is asked for whole, once', async () => {
  const { table, sockets, last } = await live()
  last().tell(step(43, { hash: '00000000' }))
  await settle()
  expect([sockets.length, table.mismatches]).toEqual([2, 1])
  expect(last().heard[0]).toMatchObject({ t: 'hello', last: -1 })
  expect(table.seq).toBe(42)
  table.close()
})

test('of steps that were missed only the last brings the view and its hash', async () => {
  const { table, sockets, last } = await live()
  const deal = fixtures.lay.deal
  last().tell(step(43, { hash: '' }))
  last().tell(step(44, { hash: '' }))
  last().tell(step(45, { deal, hash: hashOf(deal) }))
  await settle()
  expect([table.seq, table.deal, table.happened.length]).toEqual([45, deal, 3])
  expect([sockets.length, table.mismatches]).toEqual([1, 0])
  table.close()
})

test('an unanswered command goes out again with the same id after the break', async () => {
  const { table, sockets, last } = await live()
  mute(last())
  const outcome = table.act(['+'])
  await settle()
  const sent = last().heard.at(-1) as Act
  expect(sent).toMatchObject({ t: 'act', base: 42, actions: ['+'] })
  last().onclose?.()
  expect(table.connection).toBe('waiting')
  await vi.advanceTimersByTimeAsync(600)
  await settle()
  expect(sockets.length).toBe(2)
  expect(last().heard.filter((message) => message.t === 'act')).toEqual([sent])
  expect((await outcome).t).toBe('nack') // What the fake socket says to every command.
  expect(table.waiting).toBe(0)
  table.close()
})

test('a command that was given up is answered, and does not go out after the break', async () => {
  const { table, last } = await live()
  mute(last())
  const outcome = table.do('ready')
  last().onclose?.()
  table.giveUp()
  expect(await outcome).toMatchObject({ t: 'nack', code: 'network' })
  expect(table.waiting).toBe(0)
  await vi.advanceTimersByTimeAsync(600)
  await settle()
  expect(last().heard.map((message) => message.t)).toEqual(['hello'])
  table.close()
})

test('a command that came too fast goes out again by itself', async () => {
  const { table, last } = await live()
  mute(last())
  const outcome = table.do('ready')
  const { id } = last().heard.at(-1) as Act
  last().tell({ t: 'nack', id, code: 'rate', seq: 42 })
  await vi.advanceTimersByTimeAsync(1_100)
  expect(last().heard.filter((message) => 'id' in message && message.id === id).length).toBe(2)
  last().tell({ t: 'ack', id, seq: 43 })
  expect(await outcome).toEqual({ t: 'ack', id, seq: 43 })
  last().tell(step(43))
  last().tell(step(44))
  expect(table.happened.map((one) => one.mine)).toEqual([true, false])
  table.close()
})

test('a refused preview is answered with null', async () => {
  const { table, last } = await live()
  mute(last())
  const answer = table.preview(['+'])
  const { id } = last().heard.at(-1) as Act
  last().tell({ t: 'nack', id, code: 'not_yours', seq: 42 })
  expect(await answer).toBeNull()
  table.close()
})

test('previews: only the newest draft waits, the ones between get null', async () => {
  const { table, last } = await live()
  const [action = '', other = ''] = Object.keys(fixtures.take.previews)
  const answers = [table.preview([action]), table.preview(['nonsense']), table.preview(other.split(' '))]
  const [first, second, third] = (await Promise.all(answers)) as (Previewed | null)[]
  expect(first?.ok).toBe(true)
  expect(second).toBeNull()
  expect(third?.ok).toBe(true)
  expect(last().heard.filter((message) => message.t === 'preview').length).toBe(2)
  table.close()
})

test('after other_tab it waits until somebody says play here', async () => {
  const { table, sockets, last } = await live()
  last().tell({ t: 'bye', reason: 'other_tab' })
  last().onclose?.()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([sockets.length, table.connection, table.ended]).toEqual([1, 'closed', 'other_tab'])
  table.open()
  await settle()
  expect([sockets.length, table.connection, table.ended]).toEqual([2, 'live', null])
  table.close()
})

test('a dead socket that looks open is noticed on waking', async () => {
  const { table, sockets, last } = await live()
  mute(last())
  window.dispatchEvent(new Event('focus'))
  expect(last().heard.at(-1)).toEqual({ t: 'ping', seq: 42 })
  await vi.advanceTimersByTimeAsync(7_000)
  expect(sockets.length).toBe(2)
  table.close()
})

test('while waiting for the next try, the network’s return tries at once', async () => {
  const { table, sockets, last } = await live()
  last().onclose?.()
  window.dispatchEvent(new Event('online'))
  expect(sockets.length).toBe(2)
  table.close()
})

test('waits double from half a second to eight', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((tries) => backoff(tries, () => 0))).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
  expect(backoff(4, () => 1)).toBe(4000)
})
