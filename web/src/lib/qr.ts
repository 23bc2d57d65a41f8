/**
 * A QR code of a short text (ISO/IEC 18004): bytes, level L, versions 1 to 5, so at most 106 bytes: a table's link.
 * One block of data a code, which keeps this small.
 */

/** Data and correction bytes of versions 1 to 5 at level L. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
] as const

/** The field GF(256) with the polynomial 285: powers of 2 and logarithms. */
const EXP = new Uint8Array(510)
const LOG = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x
  LOG[x] = i
  x = (x << 1) ^ (x & 128 ? 285 : 0)
}

/** Reed–Solomon: the bytes that correct these. */
function correction(data: Uint8Array, count: number): Uint8Array {
  let generator = [1]
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0]
    generator.forEach((value, at) => {
      if (value) next[at + 1]! ^= EXP[LOG[value]! + i]!
    })
    generator = next
  }
  const rest = new Uint8Array(data.length + count)
  rest.set(data)
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!
    if (lead) generator.forEach((value, at) => (rest[i + at]! ^= value ? EXP[LOG[lead]! + LOG[value]!]! : 0))
  }
  return rest.slice(data.length)
}

/** All bytes of the code: length, text, filling, correction. */
function codewords(text: Uint8Array, version: number): Uint8Array {
  const [size, extra] = SIZES[version - 1]!
  const bits: number[] = []
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4)
  put(text.length, 8)
  text.forEach((byte) => put(byte, 8))
  put(0, Math.min(4, size * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const data = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const from = i * 8
    data[i] =
      from < bits.length
        ? bits.slice(from, from + 8).reduce((value, bit) => value * 2 + bit, 0)
        : (i - bits.length / 8) % 2
          ? 17
          : 236
  }
  const all = new Uint8Array(size + extra)
  all.set(data)
  all.set(correction(data, extra), size)
  return all
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The code as rows of dark (true) and light cells, without its margin. Raises RangeError if the text is too long. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = SIZES.findIndex(([size]) => bytes.length <= size - 2) + 1
  if (!version) throw new RangeError('the text is too long for this code')
  const size = 17 + 4 * version
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null))
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark
  }
  const square = (cx: number, cy: number, reach: number, dark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0)
    set(6, i, i % 2 === 0)
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1)
  format(0)

  const cells: [number, number][] = []
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i
      for (const x of [right, right - 1]) if (grid[y]![x] === null) cells.push([x, y])
    }
  }
  const words = codewords(bytes, version)
  const bit = (at: number) => at < words.length * 8 && ((words[at >> 3]! >> (7 - (at & 7))) & 1) === 1

  let best: boolean[][] = []
  let least = Infinity
  MASKS.forEach((mask, number) => {
    cells.forEach(([x, y], at) => (grid[y]![x] = bit(at) !== mask(x, y)))
    format(number)
    const tried = grid.map((row) => row.map(Boolean))
    const faults = penalty(tried)
    if (faults < least) [best, least] = [tried, faults]
  })
  return best

  /** Level L and the mask, protected by a BCH code, twice; and the cell that is always dark. */
  function format(mask: number): void {
    const data = (1 << 3) | mask
    let rest = data << 10
    for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10)
    const bits = ((data << 10) | rest) ^ 0x5412
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1
      if (i < 6) set(8, i, dark)
      else if (i < 8) set(8, i + 1, dark)
      else if (i === 8) set(7, 8, dark)
      else set(14 - i, 8, dark)
      if (i < 8) set(size - 1 - i, 8, dark)
      else set(8, size - 15 + i, dark)
    }
    set(8, size - 8, true)
  }
}

/** How hard a code is to read, by the standard's four signs. */
function penalty(grid: boolean[][]): number {
  const size = grid.length
  let faults = 0
  let dark = 0
  for (let a = 0; a < size; a++) {
    for (const cell of [(b: number) => grid[a]![b]!, (b: number) => grid[b]![a]!]) {
      let run = 0
      let line = ''
      for (let b = 0; b < size; b++) {
        run = b && cell(b) === cell(b - 1) ? run + 1 : 1
        if (run === 5) faults += 3
        else if (run > 5) faults += 1
        line += cell(b) ? '1' : '0'
      }
      faults += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0)
    }
    for (let b = 0; b < size; b++) {
      const here = grid[a]![b]!
      if (here) dark += 1
      const below = grid[a + 1]
      if (below && b + 1 < size && here === grid[a]![b + 1] && here === below[b] && here === below[b + 1]) faults += 3
    }
  }
  return faults + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10))
}
