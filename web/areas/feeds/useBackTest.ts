import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JudgedRun } from '#contract/feeds/expectations.ts'
import { ownLimits, type GateMeasure, type JudgedMeasure } from '#contract/feeds/gate.ts'
import { api } from '../../api.ts'
import type { Values } from './feed-form.ts'

export interface BackTested {
  /** Oldest first; undefined until the first answer. */
  runs: readonly JudgedRun[] | undefined
  error: Error | null
  /** Other limits are on their way. */
  fetching: boolean
  usual: Usual
}
/** What was usual of a measure when the newest run was decided; undefined: it hasn't moved in it. */
export type Usual = (name: GateMeasure) => JudgedMeasure | undefined

/** The feed's last runs as the limits that are being typed would decide them; nothing is saved. */
export function useBackTest(feedId: number, { rules, oneTime }: Values): BackTested {
  const { threshold_percent, warn_percent, limits } = rules
  const [settled] = useDebouncedValue({ threshold_percent, warn_percent, limits, oneTime }, 200)
  const whole =
    typeof settled.threshold_percent === 'number' &&
    typeof settled.warn_percent === 'number' &&
    ownLimits.safeParse(settled.limits).success
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...api.backTest.key(), feedId, settled],
    queryFn: () => {
      const { oneTime: once, ...tried } = settled
      return api.backTest({
        params: { feed_id: feedId },
        body: { rules: tried, one_time_threshold_percent: once === '' ? null : once },
      })
    },
    enabled: whole,
    placeholderData: keepPreviousData,
  })
  const newest = data?.at(-1)?.feed_run_id
  const { data: run } = useQuery({
    ...api.getRun.query({ params: { feed_run_id: newest ?? 0 } }),
    enabled: newest !== undefined,
  })
  return {
    runs: data,
    error,
    fetching: isPlaceholderData,
    usual: (name) =>
      run?.decision?.measures
        .filter((m) => m.name === name && m.usual !== null)
        .toSorted((a, b) => b.usual![1] - a.usual![1])[0],
  }
}
