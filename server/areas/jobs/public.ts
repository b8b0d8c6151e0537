// What other areas may call.
export { jobExports } from './exports.ts'
export { replayJobs } from './replay-jobs.job.ts'
