// What other areas may call.
export { replayJobs } from './replay-jobs.job.ts'
