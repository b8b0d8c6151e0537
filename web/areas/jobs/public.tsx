// What other areas and the frame may use.
export { ScheduledJob, tellScheduled } from './ScheduledJob.tsx'
