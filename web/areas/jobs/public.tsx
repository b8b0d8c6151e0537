// What other areas may show.
export { JobState } from './job-values.tsx'
