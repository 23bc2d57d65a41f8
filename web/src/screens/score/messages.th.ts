/** ใบคะแนนเป็นภาษาไทย. Marks as in lib/text.ts. */
import { bold, cards, named } from '../../lib/text'
import type { Wide } from '../../i18n/index.svelte'
import type { en } from './messages.en'

/** A Thai name stands right before its verb; one in other letters has a space behind it. */
const n = (name: string) => named(name) + (/[\u0E00-\u0E7F]$/.test(name) ? '' : ' ')
const b = (name: string, verb: string) => bold(n(name) + verb)

export const th: Wide<typeof en> = {
  title: 'ใบคะแนน',
  analyse: 'วิเคราะห์',
  eyebrow: (deal) => `จบเกมที่ ${deal}`,
  matchEyebrow: (deals) => `จบแมตช์ · ${deals} เกม`,
  knocks: {
    plain: (who) => `${n(who)}น็อก`,
    dark: (who) => `${n(who)}น็อกมืด`,
    colour: (who) => `${n(who)}น็อกสี`,
    both: (who) => `${n(who)}น็อกมืดสี`,
  },
  stockOut: 'ไม่มีใครน็อก',
  ranOut: 'กองจั่วหมด',
  wins: (who) => `${n(who)}ชนะแมตช์`,
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
    foolish_discard: (who, by) => `${b(who, 'ทิ้งโง่')} ${n(by)}เก็บแล้วน็อกทันที`,
    layoff_discard: (who, others) => `${b(who, 'ทิ้งมี่')} ฝากชุด ${cards(others)} ได้`,
    full_discard: (who, others) => `${b(who, 'ทิ้งเต็ม')} ${cards(others)} อยู่ในกองกลาง`,
    head_feed: (who, by, others) => `${b(who, 'ทิ้งปี้หัว')} ${n(by)}ลงกับ ${cards(others)}`,
    speto_feed: (who, by, others) => `${b(who, 'ทิ้งปี้สเปโต')} ${n(by)}ลงกับ ${cards(others)}`,
    speto_lure: (who, by, others) => `${b(who, 'ตีอ้อน')} ${n(by)}ลงกับ ${cards(others)}`,
    speto_laid_off: (who, by) => `${b(who, 'ถูกฝากสเปโต')} ${n(by)}ฝากติดกับไพ่ที่ลงไว้`,
  },
  why: {
    laid: (who) => `${b(who, 'ลง')}ไพ่เหล่านี้ รวมใบที่ฝาก`,
    head: (who) => `${b(who, 'ลง')}ใบหัว กติกาโต๊ะนี้นับแต้มเพิ่ม`,
    hand: (who) => `ตอนจบเกม ${b(who, 'ยังถือ')}ไพ่เหล่านี้`,
    knock_card: (who) => `${b(who, 'น็อก')}ด้วยใบนี้`,
    dark_knock: (who) => `${b(who, 'ยังไม่เกิด')}ก่อนตานี้ แต้มทั้งหมดจึงคูณสอง`,
    colour_knock: (who) => `ไพ่ที่ ${b(who, 'ลง')}เป็นดอกเดียวทั้งหมด แต้มจึงคูณสอง`,
    dark_deduction: (who) => `เกมนี้ ${b(who, 'ไม่ได้เกิด')} จึงติดลบสองเท่า`,
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
    rules: 'กติกาทั้งหมด',
  },

  avoid: 'เลี่ยงได้อย่างไร',
  avoided: {
    foolish_discard: 'ช่วงท้ายเกม ให้ทิ้งใบที่ไม่เข้าชุดกับกองกลาง',
    layoff_discard: 'ถ้าเกิดแล้วให้ฝากใบนั้น หรือทิ้งใบที่ฝากชุดไหนไม่ได้',
    full_discard: 'ทิ้งใบที่ไม่เข้าชุดกับใบในกองกลาง',
    head_feed: 'เมื่อใบหัวยังอยู่ในกองกลาง ให้ถือตัวกันไว้',
    speto_feed: 'เมื่อสเปโตอยู่ในกองกลาง ให้ถือตัวกันไว้',
    speto_lure: 'เมื่อยังไม่เห็นสเปโต อย่าทิ้งตัวกันเป็นคนแรก',
    speto_laid_off: 'ก่อนลงใบที่อยู่ข้างสเปโต คิดดูว่าใครน่าจะถือสเปโต',
    dark_deduction: 'เก็บจากกองกลางสักครั้งแม้ได้แต้มน้อย แล้วจะเกิด',
  },

  standing: 'คะแนนรวม',
  tick: 'ขีดคือก่อนเกมนี้',
  bar: (who, before, after, target) => `${who} ก่อนหน้า ${before} ตอนนี้ ${after} จาก ${target}`,
  next: (who) => `${n(who)}เริ่มเกมหน้า`,
  sameWay: 'วนทางเดิม',
  turned: 'วนกลับทิศ',
  reversed: 'วนย้อนกลับ',

  allDeals: 'ทุกเกม',
  knocked: (who) => `${n(who)}น็อก`,
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
