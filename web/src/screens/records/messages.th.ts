/** เกมของฉัน ภาษาไทย */
import type { Wide } from '../../i18n/index.svelte'
import type { en } from './messages.en'

export const th: Wide<typeof en> = {
  title: 'เกมของฉัน',
  going: 'ยังไม่จบ',
  elsewhere: 'ย้ายที่นั่งนี้ไปเครื่องอื่น',
  against: 'เล่นกับบอท',
  level: 'บอท',
  deals: 'เกม',
  mine: 'คุณ',
  theirs: 'บอท',
  ahead: 'ชนะ',
  againstHelp: 'แต้มเฉลี่ยต่อเกม และได้มากกว่าบอทบ่อยแค่ไหน จาก 100 เกมล่าสุดที่ไม่มีคนอื่นร่วมโต๊ะ',
  finished: 'เกมที่เล่นจบแล้ว',
  analyse: 'วิเคราะห์',
  none: 'ยังไม่มีอะไร',
  saveAll: 'เก็บทั้งหมดในไฟล์เดียว',
  saveHelp: 'บรรทัดละหนึ่งเกม (JSON Lines) เก็บไว้หรือใช้กับคำสั่งของโปรแกรม',
  saved: (done, all) => `เก็บแล้ว ${done} จาก ${all}`,
  file: 'speto-deals.jsonl',
  open: 'เปิดบันทึกเกม',
  openHelp: 'ไฟล์ที่มีคนส่งให้ จากที่นี่หรือที่อื่น',
  bad: 'ไฟล์นี้ไม่ใช่บันทึกเกม',
}
