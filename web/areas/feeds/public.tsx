// What other areas' screens may use; screens' parts are loaded where they are shown.
import { lazy } from 'react'

export { historyColumns } from './history.tsx'
export { nextAct } from './next-act.ts'
export { FeedActs } from './FeedActs.tsx'
export { sourceField, sourceLabels, toSourceBody, toSourceValues, type SourceValues } from './source-form.ts'
export { RunStatus, runTone } from './run-status.tsx'
export { goodAge, GoodAge, signs, StandingSign } from './standing-sign.tsx'

export const FeedBasics = lazy(() => import('./FeedBasics.tsx').then((m) => ({ default: m.FeedBasics })))
export const FeedMonitoring = lazy(() =>
  import('./FeedMonitoring.tsx').then((m) => ({ default: m.FeedMonitoring })),
)
export const GateReport = lazy(() => import('./GateReport.tsx').then((m) => ({ default: m.GateReport })))
export const fetchFeedSettings = () => import('./FeedSettings.tsx').then((m) => ({ default: m.FeedSettings }))
export const FeedSettings = lazy(fetchFeedSettings)
