/** ดูซ้ำเป็นภาษาไทย. Marks as in lib/text.ts. */
import type { Wide } from '../../i18n/index.svelte'
import { bold, named } from '../../lib/text'
import type { en } from './messages.en'

/** A Thai name stands right before its verb; one in other letters has a space behind it. */
const n = (name: string) => bold(named(name)) + (/[\u0E00-\u0E7F]$/.test(name) ? '' : ' ')

export const th: Wide<typeof en> = {
  title: (deal) => `ดูซ้ำเกมที่ ${deal}`,
  plainTitle: 'ดูซ้ำ',
  start: 'แจกไพ่แล้ว',
  begins: (name) => `${n(name)}เริ่มก่อน`,
  turn: (turn, turns) => `ตาที่ ${turn} จาก ${turns}`,
  action: (action, actions) => `ครั้งที่ ${action} จาก ${actions}`,
  before: 'ก่อนตาแรก',
  did: (name, what) => `${n(name)}${what}`,
  drewHidden: 'จั่ว',
  charged: (what, points) => `${what} ${points}`,
  over: (name) => `${named(name)} น็อก จบเกม`,
  stockOut: 'กองจั่วหมด จบเกม',

  controls: {
    label: 'เลื่อนดูเกม',
    first: 'ไปต้นเกม',
    previousTurn: 'ย้อนหนึ่งตา',
    previous: 'ย้อนหนึ่งครั้ง',
    play: 'เล่น',
    pause: 'หยุด',
    next: 'ต่อหนึ่งครั้ง',
    nextTurn: 'ต่อหนึ่งตา',
    last: 'ไปท้ายเกม',
    speed: (times) => `ความเร็ว ${times}`,
    byAction: 'ทีละครั้ง',
    byTurn: 'ทีละตา',
    marks: 'ทองคือเก็บ แดงคือเสียแต้ม',
  },

  eyes: {
    label: 'มองจาก',
    all: 'ทุกมือ',
    hand: (name) => `ไพ่ของ ${name}`,
    empty: 'ไม่มีไพ่แล้ว',
  },

  analyse: 'วิเคราะห์',
  log: 'ทุกตา',
  sheet: 'ใบคะแนน',
  copyLink: 'ลิงก์ของตอนนี้',
  download: 'บันทึกไฟล์',
  asText: 'บันทึกเป็นข้อความ',
  asPage: 'บันทึกเป็นหน้าเว็บ เปิดดูได้เอง',
  melds: 'ชุด',
  isFree: 'มอบให้ทุกคนใช้ได้แล้ว ตาม CC0',
  open: 'เปิดบันทึกเกม',
  more: 'เพิ่มเติม',
  deals: 'เกม',
  unfinished: 'เกมนี้เล่นไม่จบ',

  bad: 'แสดงบันทึกนี้ไม่ได้',
  badFile: 'ไฟล์นี้ไม่ใช่บันทึกเกม เพราะไม่ใช่ JSON',
  badAt: (deal, action) => `เกม\u2060ที่\u00a0${deal} ${action === null ? '' : `การเล่นครั้งที่ ${action} `}ไม่ตรงกับกติกา`,
  badForm: 'บันทึกเขียนผิดแบบ หรือใช้กติกาโต๊ะที่ไม่รู้จัก',
  badHelp: 'เซิร์ฟเวอร์บอกว่า',
  none: 'เปิดบันทึกเกมที่มีคนส่งให้ หรือที่เคยบันทึกไว้',
  gone: 'ไม่มีเกมนี้ หรือเกมนี้ยังไม่จบ',
  rule: (id) => `กติกาข้อ ${id}`,
  keys: 'ลูกศรเลื่อนทีละครั้ง กด Shift ด้วยเลื่อนทีละตา เว้นวรรคเล่นหรือหยุด',
}
