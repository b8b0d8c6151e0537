// What other areas may call.
export { noticeIncidents } from './notice.ts'
export { listedBySupplier } from './own-stores.ts'
