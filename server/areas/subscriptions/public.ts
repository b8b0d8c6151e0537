// What other areas may call.
export { frozenByNextCharge, readSubscriptions } from './read.ts'
export { settleDueSubscriptions } from './settle.ts'
