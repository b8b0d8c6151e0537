// What other areas and the shell may use.
export { ScheduledJob, tellScheduled } from './ScheduledJob.tsx'
// What other areas may show.
export { VendorJobs } from './VendorJobs.tsx'
export { JobState } from './job-values.tsx'
