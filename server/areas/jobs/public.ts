// What other areas may call.
export { replayJobs } from './replay-jobs.job.ts'
export { waitsFor } from './waits-for.ts'
