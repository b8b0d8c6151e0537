// What other areas may call.
export { frozenByNextCharge, readSubscriptions } from './read.ts'
export { settleDueSubscriptions, settleSubscriptions } from './settle.ts'
