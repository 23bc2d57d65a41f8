/** The sheet as a picture: drawn by hand on a canvas, for no browser paints a page into one by itself. */
import { rankOf, SUITS, suitOf } from '../../cards/art'
import { num, signed, t } from '../../i18n/index.svelte'
import { initial, plain } from '../../lib/text'
import type { Given } from './given'
import { m } from './messages'
import { laidBy } from './story'
import { ALWAYS, arithmetic, FACTORS, linesOf, pointsOf, ROWS, standings } from './sums'
import { headlineOf } from './text'

const WIDTH = 720
const PAD = 32

/** Draws on from the top; `y` is where the next thing goes. */
class Pen {
  y = 0
  private readonly styles = getComputedStyle(document.documentElement)

  constructor(readonly to: CanvasRenderingContext2D) {
    to.textBaseline = 'alphabetic'
  }

  colour(name: string): string {
    return this.styles.getPropertyValue(`--${name}`).trim()
  }

  font(size: number, weight = 600, family = 'head'): void {
    this.to.font = `${weight} ${size}px ${this.styles.getPropertyValue(`--${family}-font`)}`
  }

  box(x: number, y: number, w: number, h: number, colour: string, round = 0): void {
    this.to.fillStyle = this.colour(colour)
    this.to.beginPath()
    this.to.roundRect(x, y, w, h, round)
    this.to.fill()
  }

  text(words: string, x: number, y: number, colour: string, align: CanvasTextAlign = 'left', most?: number): void {
    this.to.fillStyle = this.colour(colour)
    this.to.textAlign = align
    this.to.fillText(words, x, y, most)
  }

  card(card: string, x: number, y: number, w: number, turned = 0): void {
    const { to } = this
    to.save()
    to.translate(x + w / 2, y + w * 0.7)
    to.rotate((turned * Math.PI) / 180)
    to.translate(-w / 2, -w * 0.7)
    this.box(0, 0, w, w * 1.4, 'card', w * 0.12)
    to.strokeStyle = this.colour('card-line')
    to.stroke()
    const colour = { s: 'spade', h: 'heart', d: 'diamond', c: 'club' }[suitOf(card)] ?? 'spade'
    this.font(w * 0.46, 700)
    this.text(rankOf(card), w * 0.1, w * 0.44, colour)
    to.translate(w * 0.1, w * 0.58)
    to.scale((w * 0.4) / 32, (w * 0.4) / 32)
    to.fill(new Path2D(SUITS[suitOf(card)]))
    to.restore()
  }

  disc(name: string, place: number, x: number, y: number, size: number): void {
    this.box(x, y, size, size, `seat-${place}`, size / 2)
    this.font(size * 0.52, 700)
    this.text(initial(name), x + size / 2, y + size * 0.69, 'seat-ink', 'center')
  }
}

/** A canvas with the sheet on it, once the fonts are there. */
export async function drawSheet(given: Given, over: boolean): Promise<HTMLCanvasElement> {
  await document.fonts?.ready
  const canvas = document.createElement('canvas')
  const to = canvas.getContext('2d')
  if (!to) throw new Error('no canvas')
  // Once to see how high it is, once for good.
  const height = draw(new Pen(to), given, over)
  const scale = 1.5
  canvas.width = WIDTH * scale
  canvas.height = height * scale
  to.scale(scale, scale)
  const pen = new Pen(to)
  pen.box(0, 0, WIDTH, height, 'paper')
  draw(pen, given, over)
  return canvas
}

function draw(pen: Pen, given: Given, over: boolean): number {
  head(pen, given, over)
  grid(pen, given)
  sums(pen, given)
  bars(pen, given)
  pen.font(20, 600)
  pen.text(t().title, PAD, pen.y + 24, 'ink-2')
  return pen.y + 48
}

function head(pen: Pen, given: Given, over: boolean): void {
  const { deal } = given
  const groups = deal.knocker === null ? [] : laidBy(deal, deal.knocker)
  const count = groups.reduce((sum, group) => sum + group.length, 0) + 1
  const w = 56
  const step = Math.min(60, (WIDTH - 2 * PAD - w - groups.length * 18) / Math.max(1, count))
  const height = groups.length ? 220 : 120
  pen.box(0, 0, WIDTH, height, 'felt')
  pen.font(22)
  pen.text(over ? m().matchEyebrow(given.table.deals.length) : m().eyebrow(deal.number), PAD, 46, 'gold')
  const seat = over ? given.table.winner : deal.knocker
  let room = WIDTH - 2 * PAD
  if (seat !== null) {
    pen.font(46, 700)
    const result = over ? num(given.table.totals[seat] ?? 0) : signed(deal.scores?.[seat] ?? 0)
    pen.text(result, WIDTH - PAD, 94, 'gold', 'right')
    room -= 150
  }
  pen.font(36, 700)
  pen.text(plain(headlineOf(given, over)), PAD, 92, 'on-felt', 'left', room)
  let x = PAD
  for (const group of groups) {
    for (const card of group) {
      pen.card(card, x, 122, w)
      x += step
    }
    x += Math.max(0, w - step) + 18
  }
  if (deal.knock_card && groups.length) pen.card(deal.knock_card, x, 122, w, 5)
  pen.y = height + 8
}

function columnsOf(given: Given): (n: number) => number {
  const first = 190
  const wide = (WIDTH - PAD - first - PAD) / given.seats.length
  return (n) => PAD + first + wide * (n + 1)
}

function grid(pen: Pen, given: Given): void {
  const { deal } = given
  const right = columnsOf(given)
  const wide = right(1) - right(0)
  const own = given.seats.indexOf(given.me ?? -1)
  const rows = ROWS.filter((code) => ALWAYS.includes(code) || given.seats.some((seat) => linesOf(deal, seat, code).length))
  const top = pen.y
  if (own >= 0) pen.box(right(own) - wide + 12, top, wide, 58 + rows.length * 40 + 54, 'paper-2')
  given.seats.forEach((seat, n) => {
    pen.font(21)
    const name = given.name(seat)
    const long = Math.min(pen.to.measureText(name).width, wide - 54)
    pen.text(name, right(n), top + 36, 'ink', 'right', wide - 54)
    pen.disc(name, given.place(seat), right(n) - long - 36, top + 14, 28)
  })
  pen.y += 54
  for (const code of rows) {
    line(pen)
    pen.font(20, 400, 'text')
    pen.text(m().rows[code], PAD, pen.y + 27, 'ink-2')
    pen.font(21)
    given.seats.forEach((seat, n) => {
      const there = linesOf(deal, seat, code).length > 0
      const points = pointsOf(deal, seat, code)
      const factor = FACTORS.includes(code)
      const words = !there ? '·' : factor ? '×2' : signed(points)
      pen.text(words, right(n), pen.y + 27, !there ? 'ink-2' : points < 0 && !factor ? 'loss' : 'ink', 'right')
    })
    pen.y += 40
  }
  line(pen)
  pen.font(25, 700)
  pen.text(m().deal, PAD, pen.y + 36, 'ink')
  given.seats.forEach((seat, n) => {
    const score = deal.scores?.[seat] ?? 0
    pen.text(signed(score), right(n), pen.y + 36, score < 0 ? 'loss' : score > 0 ? 'gain' : 'ink', 'right')
  })
  pen.y += 54
  line(pen)
}

function line(pen: Pen): void {
  pen.box(PAD, pen.y, WIDTH - 2 * PAD, 1, 'hair')
}

function sums(pen: Pen, given: Given): void {
  pen.y += 14
  given.seats.forEach((seat) => {
    pen.disc(given.name(seat), given.place(seat), PAD, pen.y, 26)
    pen.font(20)
    pen.text(arithmetic(given.deal, seat), PAD + 40, pen.y + 20, 'ink', 'left', WIDTH - 2 * PAD - 40)
    pen.y += 36
  })
}

function bars(pen: Pen, given: Given): void {
  const { before, after } = standings(given.table.deals, given.deal)
  pen.y += 10
  pen.box(PAD - 12, pen.y, WIDTH - 2 * PAD + 24, 52 + given.seats.length * 38, 'paper-2', 16)
  pen.font(19)
  pen.text(m().standing, PAD + 4, pen.y + 32, 'ink')
  pen.font(19, 400)
  pen.text(t().common.to(given.target), WIDTH - PAD - 4, pen.y + 32, 'ink-2', 'right')
  pen.y += 44
  const x = PAD + 48
  const long = WIDTH - 2 * PAD - 240
  const part = (value: number) => Math.max(0, Math.min(1, value / given.target)) * long
  given.seats.forEach((seat) => {
    const [old, now] = [before[seat] ?? 0, after[seat] ?? 0]
    pen.disc(given.name(seat), given.place(seat), PAD + 4, pen.y + 4, 28)
    pen.box(x, pen.y + 11, long, 14, 'track', 7)
    if (now > 0) pen.box(x, pen.y + 11, Math.max(6, part(now)), 14, `bar-${given.place(seat)}`, 7)
    pen.box(x + part(old) - 1.5, pen.y + 5, 3, 26, 'ink', 1)
    pen.font(19, 400)
    pen.text(num(old), WIDTH - PAD - 90, pen.y + 25, 'ink-2', 'right')
    pen.font(22, 700)
    pen.text(num(now), WIDTH - PAD - 4, pen.y + 25, now < 0 ? 'loss' : 'ink', 'right')
    pen.y += 38
  })
  pen.y += 20
}
