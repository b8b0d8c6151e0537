import { jobThresholds, type JobCategory } from '#contract/jobs/types.ts'
import type { FailureGroup } from '#contract/jobs/failures.ts'
import type { Result } from '#contract/index.ts'
import { duration } from '../../../ui/time.ts'
import { count, many } from '../../../ui/values.tsx'

type Summary = Result<'getJobSummary'>
export interface Answer {
  before: string
  loud?: string
  after?: string
  tone: 'good' | 'wait' | 'bad'
}

/** The state of the jobs in one sentence: the first problem, or that they keep up. */
export function answerOf(
  { categories, servers }: Pick<Summary, 'categories' | 'servers'>,
  slow: number,
  category?: JobCategory,
): Answer {
  const shownCategories = categories.filter((c) => !category || c.category === category)
  const executing = shownCategories.reduce((sum, c) => sum + c.executing, 0)
  const queuedCount = shownCategories.reduce((sum, c) => sum + c.queued, 0)
  const waiting = queuedCount === 0 ? 'none queued' : `${count(queuedCount)} queued`
  if (servers === 0) return { before: '', loud: 'No workers running', after: `, ${waiting}.`, tone: 'bad' }

  const late = shownCategories.toSorted((a, b) => b.longest_queued - a.longest_queued)[0]
  const introOf = (c: { category: JobCategory }) =>
    category ? 'Jobs are delayed: ' : `On time, except ${c.category} jobs: `
  if (late && late.longest_queued > jobThresholds.longest_queued)
    return {
      before: introOf(late),
      loud: `oldest queued for ${duration(late.longest_queued * 60)}`,
      after: ` (limit ${duration(jobThresholds.longest_queued * 60)}).`,
      tone: 'wait',
    }
  const average = shownCategories.find((c) => c.average_queued > jobThresholds.average_queued)
  if (average)
    return {
      before: introOf(average),
      loud: `average wait ${duration(average.average_queued * 60)}`,
      after: ` (limit ${duration(jobThresholds.average_queued * 60)}).`,
      tone: 'wait',
    }
  const longest = shownCategories.find((c) => c.longest_executing > jobThresholds.longest_executing)
  if (longest)
    return {
      before: introOf(longest),
      loud: `one running for ${duration(longest.longest_executing * 60)}`,
      after: ` (limit ${duration(jobThresholds.longest_executing * 60)}).`,
      tone: 'wait',
    }
  const running = executing === 0 ? 'None running' : `${count(executing)} running`
  if (slow > 0)
    return {
      before: `${running}, ${waiting}. `,
      loud: `${count(slow)} running longer than usual`,
      after: '.',
      tone: 'wait',
    }
  if (executing + queuedCount === 0) return { before: 'No jobs running or queued.', tone: 'good' }
  return { before: `${running}, ${waiting}. On time.`, tone: 'good' }
}

/** The vCPUs of the servers, and the limit of the service: two figures that are easily confused. */
export function capacityText({ vcpus_in_use, server_vcpus, servers, capacity }: Summary): string {
  if (servers === 0)
    return `The service limit is ${count(capacity)} vCPUs. Start a worker with “npm start worker”.`
  const vcpus = many(server_vcpus, 'vCPU')

  const usage = vcpus_in_use === 0 ? `${vcpus} free` : `${count(vcpus_in_use)} of ${vcpus} in use`
  return `${usage} on ${many(servers, 'server')} (service limit ${count(capacity)}).`
}

/** How many jobs still need somebody, how many ended with errors, and for how many causes. */
export const failuresText = (groups: readonly FailureGroup[], hours: number): string => {
  const sumOf = (key: 'jobs' | 'unrecovered') => groups.reduce((sum, group) => sum + group[key], 0)
  const [jobs, unrecovered] = [sumOf('jobs'), sumOf('unrecovered')]
  const time = hours === 24 ? '24 h' : `${hours / 24} days`
  if (jobs === 0) return `No jobs failed in the last ${time}.`
  const failed = `${many(jobs, 'job')} failed in the last ${time} (${many(groups.length, 'cause')})`
  if (unrecovered === 0) return `${failed}, all recovered.`
  const rest = unrecovered === jobs ? '' : `, ${count(jobs - unrecovered)} recovered`
  return `${many(unrecovered, 'job')} ${unrecovered === 1 ? 'needs' : 'need'} attention. ${failed}${rest}.`
}
