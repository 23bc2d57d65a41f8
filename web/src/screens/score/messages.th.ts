/** ใบคะแนนเป็นภาษาไทย. Marks as in lib/text.ts. */
import { bold, cards, named } from '../../lib/text'
import type { en } from './messages.en'

const b = (name: string) => bold(named(name))

export const th: typeof en = {
  title: 'ใบคะแนน',
  eyebrow: (deal) => `จบเกมที่ ${deal}`,
  matchEyebrow: (deals) => `จบแมตช์ · ${deals} เกม`,
  knocks: {
    plain: (who) => `${named(who)} น็อก`,
    dark: (who) => `${named(who)} น็อกมืด`,
    colour: (who) => `${named(who)} น็อกสี`,
    both: (who) => `${named(who)} น็อกมืดสี`,
  },
  stockOut: 'กองจั่วหมด ไม่มีใครน็อก',
  wins: (who) => `${named(who)} ชนะแมตช์`,
  result: (points) => `ผล ${points}`,
  winning: 'ไพ่ที่คนน็อกลง',

  rows: {
    laid: 'ลงไพ่',
    head: 'ใบหัว',
    knock_card: 'ใบน็อก',
    hand: 'เหลือในมือ',
    foolish_discard: 'ทิ้งโง่',
    layoff_discard: 'ทิ้งมี่',
    full_discard: 'ทิ้งเต็ม',
    head_feed: 'ทิ้งปี้หัว',
    speto_feed: 'ปี้สเปโต',
    speto_lure: 'ตีอ้อน',
    speto_laid_off: 'ถูกฝากสเปโต',
    dark_knock: 'มืด',
    colour_knock: 'สี',
    dark_deduction: 'ลบมืด',
  },
  deal: 'เกมนี้',
  tap: 'แตะตัวเลขเพื่อดูที่มา',
  cell: (row, who, points) => `${row} ${who} ${points}`,

  story: {
    foolish_discard: (who, by) => `${b(who)}${bold('ทิ้งโง่')} ${named(by)} เก็บแล้วน็อกทันที`,
    layoff_discard: (who, others) => `${b(who)}${bold('ทิ้งมี่')} ฝากชุด ${cards(others)} ได้`,
    full_discard: (who, others) => `${b(who)}${bold('ทิ้งเต็ม')} ${cards(others)} อยู่ในกองกลาง`,
    head_feed: (who, by, others) => `${b(who)}${bold('ทิ้งปี้หัว')} ${named(by)} ลงกับ ${cards(others)}`,
    speto_feed: (who, by, others) => `${b(who)}${bold('ทิ้งปี้สเปโต')} ${named(by)} ลงกับ ${cards(others)}`,
    speto_lure: (who, by, others) => `${b(who)}${bold('ตีอ้อน')} ${named(by)} ลงกับ ${cards(others)}`,
    speto_laid_off: (who, by) => `${b(who)}${bold('ถูกฝากสเปโต')} ${named(by)} ฝากติดกับไพ่ที่ลงไว้`,
  },
  closing: {
    R23: 'ใบน็อกนับ 50 ไม่ว่าเป็นใบใด',
    P1: 'ใบน็อกเป็นสเปโต กติกาโต๊ะนี้นับ 100',
    P2: 'ใบน็อกฝากชุดบนโต๊ะได้ กติกาโต๊ะนี้นับ 100',
  },
  doubled: {
    dark_knock: (amount) => `คูณสองแล้วได้เพิ่ม ${amount}`,
    colour_knock: (amount) => `คูณสองแล้วได้เพิ่ม ${amount}`,
    dark_deduction: (amount) => `คูณสองแล้วเสียเพิ่ม ${amount}`,
  },

  panel: {
    turn: (turn) => `ตาที่ ${turn}`,
    end: 'ตอนจบเกม',
    thrown: 'ใบที่ทิ้ง',
    with: 'คู่กับ',
    laid: 'ใบที่ลง',
    held: 'ใบที่ถือ',
    replay: 'ดูตอนนั้น',
    none: 'ไม่มีไพ่',
  },

  standing: 'คะแนนรวม',
  tick: 'ขีดคือก่อนเกมนี้',
  bar: (who, before, after, target) => `${who} ก่อนหน้า ${before} ตอนนี้ ${after} จาก ${target}`,
  next: (who) => `${named(who)} เริ่มเกมหน้า`,
  sameWay: 'วนทางเดิม',
  turned: 'เกมหน้าวนกลับทิศ',
  reversed: 'วนย้อนกลับ',

  allDeals: 'ทุกเกม',
  knocked: (who) => `${named(who)} น็อก`,
  noKnock: 'ไม่มีใครน็อก',
  number: 'เกมที่',

  share: {
    button: 'แชร์',
    title: 'แชร์ใบคะแนน',
    text: 'เป็นข้อความ',
    picture: 'เป็นรูป',
    save: 'บันทึกรูป',
    alt: 'รูปใบคะแนน',
    help: 'เลือกข้อความเพื่อคัดลอก',
    head: (deal, target) => `สเปโต · เกมที่ ${deal} · ถึง ${target}`,
    total: (points) => `รวม ${points}`,
    file: (deal) => `speto-deal-${deal}.png`,
  },
}
