// What other areas may call.
export { downloadExport } from './download-export.ts'
export { exportList } from './export-list.job.ts'
export { fileTypes, makeFile } from './make-file.ts'
export { exportFiles } from './old-exports.ts'
export { keepExport, queueExport } from './queue-export.ts'
export { exportActivity } from './record-export.ts'
