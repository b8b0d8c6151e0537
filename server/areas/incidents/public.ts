// What other areas may call.
export { noticeIncidents } from './notice.ts'
