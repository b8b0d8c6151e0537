import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { JudgedRun } from '#contract/feeds/expectations.ts'
import { ownLimits, type GateMeasure, type JudgedMeasure } from '#contract/feeds/gate.ts'
import { api } from '../../../api.ts'
import type { Values } from '../settings/feed-form.ts'

export interface BackTestResult {
  /** Oldest first; undefined until the first answer. */
  runs: readonly JudgedRun[] | undefined
  error: Error | null
  /** The answer for the current limits is still loading. */
  fetching: boolean
}
/** How the limits being typed would decide the feed's last runs; nothing is saved. */
export function useBackTest(feedId: number, { rules, oneTime }: Values): BackTestResult {
  const { threshold_percent, warn_percent, limits } = rules
  const limitInput = useMemo(
    () => ({ threshold_percent, warn_percent, limits, oneTime }),
    [threshold_percent, warn_percent, limits, oneTime],
  )
  const [settledInput] = useDebouncedValue(limitInput, 200)
  const whole =
    typeof settledInput.threshold_percent === 'number' &&
    typeof settledInput.warn_percent === 'number' &&
    ownLimits.safeParse(settledInput.limits).success
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...api.backTest.key(), feedId, settledInput],
    queryFn: () => {
      const { oneTime: oneTimeThreshold, ...testedRules } = settledInput
      return api.backTest({
        params: { feed_id: feedId },
        body: {
          rules: testedRules,
          one_time_threshold_percent: oneTimeThreshold === '' ? null : oneTimeThreshold,
        },
      })
    },
    enabled: whole,
    placeholderData: keepPreviousData,
  })
  return { runs: data, error, fetching: isPlaceholderData }
}

/** The usual range is looked up in this many of the newest runs. */
const askedRuns = 4

/** The usual range of a measure when it last moved; undefined if it moved in none of the newest runs. */
export function useUsual(runs: readonly JudgedRun[] | undefined, isEnabled: boolean) {
  const newest = isEnabled ? (runs ?? []).slice(-askedRuns).toReversed() : []
  const runQueries = useQueries({
    queries: newest.map(({ feed_run_id }) => api.getRun.query({ params: { feed_run_id } })),
  })
  return (name: GateMeasure): JudgedMeasure | undefined =>
    runQueries
      .flatMap(({ data }) => data?.decision?.measures ?? [])
      .find((m) => m.name === name && m.usual !== null)
}
