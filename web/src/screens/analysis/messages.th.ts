/** วิเคราะห์เกมและคำแนะนำ ภาษาไทย. Marks as in lib/text.ts. */
import type { Wide } from '../../i18n/index.svelte'
import { bold, cards, named } from '../../lib/text'
import type { en } from './messages.en'

export const th: Wide<typeof en> = {
  title: (deal) => `วิเคราะห์เกมที่ ${deal}`,
  plainTitle: 'วิเคราะห์เกม',
  open: 'วิเคราะห์',
  working: 'กำลังลองเล่นต่อจากทุกการตัดสินใจ อย่างละพันเกมจำลองที่ผู้เล่นเห็นเหมือนกัน ใช้เวลาไม่กี่วินาที',
  bad: 'วิเคราะห์เกมนี้ไม่ได้',
  said: 'เซิร์ฟเวอร์บอกว่า',
  gone: 'ไม่มีเกมนี้ หรือเกมนี้ยังไม่จบ',
  none: 'ยังไม่ได้เปิดบันทึกเกม เปิดได้ที่ เกมของฉัน',
  nothing: 'เกมนี้ไม่มีอะไรให้ตัดสินใจ',
  replay: 'ดูตอนนี้ในดูซ้ำ',
  whose: 'การตัดสินใจของใคร',

  sum: {
    label: 'สรุปเป็นตัวเลข',
    each: 'แต้มที่เสียต่อการตัดสินใจ',
    decisions: (count) => `ตัดสินใจ ${count} ครั้ง`,
    luck: 'โชคจากการจั่ว',
    luckHelp: 'ไพ่ที่จั่วได้เทียบกับค่าเฉลี่ย ไม่นับเป็นฝีมือ',
    kinds: { take: 'จั่วหรือเก็บ', lay: 'ลงหรือถือไว้', discard: 'ทิ้ง' },
    byKind: 'แต้มที่เสียแยกตามเรื่อง',
    clear: 'ไม่มีตาไหนที่แย่กว่าทางที่ดีที่สุดอย่างชัดเจน',
    costliest: 'ตาที่เสียมากที่สุด',
    worlds: (worlds) => `คิดจาก ${worlds} เกมจำลองต่อทางเลือก ± คือสองเท่าของความคลาดเคลื่อนมาตรฐาน`,
    near: 'บอทยังไม่ได้ฝึกกับกติกาโต๊ะนี้โดยตรง จึงใช้กติกาที่ใกล้ที่สุด',
  },

  marks: {
    label: 'การตัดสินใจ',
    turn: (turn) => `ตาที่ ${turn}`,
  },
  verdicts: {
    best: 'ดีที่สุด', close: 'สูสี', fine: 'ใช้ได้', inaccuracy: 'พลาดเล็กน้อย', mistake: 'พลาด', blunder: 'พลาดหนัก',
  },
  verdictHelp: {
    best: 'ไม่มีทางไหนดีกว่า',
    close: 'สูสีเกินกว่าจะตัดสิน ที่ต่างกันอาจเป็นเพียงโชค',
    fine: 'ด้อยกว่าชัดเจน แต่ไม่ถึง 3 แต้ม',
    inaccuracy: 'แย่กว่าชัดเจน 3 ถึง 8 แต้ม',
    mistake: 'แย่กว่าชัดเจน 8 ถึง 20 แต้ม',
    blunder: 'แย่กว่าชัดเจน เกิน 20 แต้ม',
  },

  decision: {
    where: (turn, name) => `ตาที่ ${turn} · ${named(name)}`,
    played: 'เล่นจริง',
    best: 'ดีที่สุด',
    perhaps: 'อาจดีกว่า',
    loss: (points) => `${points} แต้ม`,
    win: (percent) => `โอกาสชนะแมตช์ ${percent} %`,
    options: 'ทางเลือกอื่น',
    more: (count) => `ดูทั้งหมด ${count} ทาง`,
    less: 'ดูน้อยลง',
    option: 'ทางเลือก',
    points: 'แต้ม',
    match: 'แมตช์',
    asPlayed: 'เล่นจริง',
    halves: 'ทางที่ดีที่สุดเลือกจากเกมจำลองครึ่งหนึ่ง แล้ววัดด้วยอีกครึ่ง ส่วนตารางนี้ใช้ทั้งหมด ตัวเลขจึงต่างกันได้',
    eyes: 'มองแบบ',
    own: 'ตามที่เห็นตอนนั้น',
    all: 'เปิดทุกมือ',
    hindsight: 'มองย้อนหลัง การตัดสินไม่ได้ใช้ไพ่เหล่านี้',
    knew: (name, held) => `${named(name)} เก็บ ${cards(held)} ไปให้เห็น`,
    legend: 'วงแหวนคือที่เล่นจริง ขีดทองคือที่ดีที่สุด',
    hand: (name) => `ไพ่ของ ${name}`,
    previous: 'การตัดสินใจก่อนหน้า',
    next: 'การตัดสินใจถัดไป',
    of: (at, count) => `${at} จาก ${count}`,
    retry: 'เล่นตานี้ใหม่',
    retryHelp: 'เปิดโต๊ะฝึกที่เริ่มจากตรงนี้กับบอท ไพ่ที่ที่นั่งนี้มองไม่เห็นจะแจกใหม่',
    retried: 'ตาของคุณอีกครั้ง ไพ่ที่คุณมองไม่เห็นแจกใหม่แล้ว',
  },

  doing: {
    draw: 'จั่ว',
    pickup: (meld) => `เก็บแล้วลง ${cards(meld)}`,
    meld: (meld) => `ลง ${cards(meld)}`,
    layoff: (card, on) => `ฝาก ${cards(card)} ที่ชุดของ ${cards(on)}`,
    discard: (card) => `ทิ้ง ${cards(card)}`,
    knock: (card) => `น็อกด้วย ${cards(card)}`,
    pass: 'จบเกม',
  },

  because: {
    taken: (one, other, a, b) => `${one}: คนอื่นเก็บใบนั้นไป ${bold(`${a} %`)} ส่วน${other}: ${bold(`${b} %`)}`,
    charged: (one, other, a, b) => `${one}: โดนปรับเฉลี่ย ${bold(a)} แต้ม ส่วน${other}: ${bold(b)}`,
    knocks: (one, other, a, b) => `${one}: ได้น็อกเอง ${bold(`${a} %`)} ส่วน${other}: ${bold(`${b} %`)}`,
    knocked: (one, other, a, b) => `${one}: คนอื่นน็อก ${bold(`${a} %`)} ส่วน${other}: ${bold(`${b} %`)}`,
    unborn: (one, other, a, b) => `${one}: ไม่ได้เกิดเลย ${bold(`${a} %`)} ส่วน${other}: ${bold(`${b} %`)}`,
    held: (one, other, a, b) => `${one}: เหลือในมือเฉลี่ย ${bold(a)} แต้ม ส่วน${other}: ${bold(b)}`,
  },

  hint: {
    title: 'คำแนะนำ',
    nudge: {
      pickup: 'เก็บดีกว่าจั่ว', draw: 'จั่วดีกว่า', meld: 'มีชุดลงได้', layoff: 'มีใบฝากได้', discard: 'ระวังใบที่จะทิ้ง', knock: 'น็อกได้แล้ว', pass: 'จบเกมได้เลย',
    },
    better: 'ทางที่ดีกว่า',
    gains: (points) => `ทางที่ดีที่สุดดีกว่า ${points} แต้ม`,
    even: 'ทางที่ดีมีหลายทาง พอกัน',
    only: 'มีทางเดียวให้เล่น',
    glance: 'คิดแบบคร่าว\u00a0ๆ เพราะเซิร์ฟเวอร์เพิ่งเริ่มทำงาน',
    worlds: (worlds) => `จาก ${worlds} เกมจำลอง`,
    show: 'ชี้ให้ดูเลย',
    try: (what) => `ลอง ${bold(what)}`,
  },
}
