import { jobCategories, type jobs } from '#contract/jobs.ts'
import type { Handlers } from '#server/platform/http.ts'
import { failureGroups, replayGroup } from './failures.ts'
import { activeServers, currentJobs, jobHistory, monitoringInfo, summary, templates, trends } from './read.ts'
import { scheduleJob, terminateJob } from './schedule-job.ts'
import { viewJob } from './view-job.ts'

const labels = { image: 'Images', updating: 'Updating', monitoring: 'Monitoring', ordering: 'Ordering' } as const

export const jobRoutes: Handlers<typeof jobs> = {
  trends,
  summary,
  current: currentJobs,
  categories: () => Promise.resolve(jobCategories.map((category) => ({ category, label: labels[category] }))),
  monitoringInfo,
  getActiveServers: activeServers,
  getSchedulingTemplates: templates,
  terminate: terminateJob,
  scheduleJob,
  getJobHistory: jobHistory,
  view: viewJob,
  failures: failureGroups,
  replay: replayGroup,
}
