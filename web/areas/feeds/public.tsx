// What other areas' screens may use. Large parts load only when they are shown.
import { lazy } from 'react'

export { nextAct } from './monitoring/next-act.ts'
export { FeedActs } from './monitoring/FeedActs.tsx'
export {
  sourceField,
  sourceLabels,
  toSourceBody,
  toSourceValues,
  type SourceValues,
} from './settings/source-form.ts'
export { ChangedFields, ChangeSign } from './run/field-changes.tsx'
export { RunStatus, runTone } from './monitoring/run-status.tsx'
export { goodAge, GoodAge, signs, StandingSign } from './monitoring/standing-sign.tsx'

export const FeedBasics = lazy(() =>
  import('./settings/FeedBasics.tsx').then((m) => ({ default: m.FeedBasics })),
)
export const FeedMonitoring = lazy(() =>
  import('./monitoring/FeedMonitoring.tsx').then((m) => ({ default: m.FeedMonitoring })),
)
export const RunPhases = lazy(() => import('./run/RunPhases.tsx').then((m) => ({ default: m.RunPhases })))
export const FeedHistory = lazy(() =>
  import('./monitoring/FeedHistory.tsx').then((m) => ({ default: m.FeedHistory })),
)
export const GateReport = lazy(() => import('./gate/GateReport.tsx').then((m) => ({ default: m.GateReport })))
export const fetchFeedSettings = () =>
  import('./settings/FeedSettings.tsx').then((m) => ({ default: m.FeedSettings }))
export const FeedSettings = lazy(fetchFeedSettings)
