import type { Result } from '#contract/index.ts'
import { seriesIn, type Point, type Series } from '../../../ui/report/chart/series.ts'
import { shortTime } from '../../../ui/time.ts'

type Samples = Result<'listServerSamples'>
type Figure = 'cpu' | 'memory_bytes'

export const serverSeries = ({ samples }: Samples): readonly Series[] =>
  [...new Set(samples.map(({ server }) => server))].toSorted().map(seriesIn)

/** A point for each ten minutes, with a value for each server that was there. */
export function serverPoints({ samples, queue }: Samples, figure: Figure): readonly Point[] {
  const servers = [...new Set(samples.map(({ server }) => server))]
  const values = new Map(samples.map((sample) => [`${sample.tm} ${sample.server}`, sample[figure]]))
  return queue.map(({ tm }) => ({
    name: shortTime(tm),
    ...Object.fromEntries(servers.map((server) => [server, values.get(`${tm} ${server}`) ?? null])),
  }))
}

export const queuePoints = ({ queue }: Samples): readonly Point[] =>
  queue.map((sample) => ({ name: shortTime(sample.tm), Queued: sample.queued }))
