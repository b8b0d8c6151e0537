// What other areas may call.
export { noticeIncidents } from './notice-incidents.ts'
export { listedBySupplier } from './own-stores.ts'
