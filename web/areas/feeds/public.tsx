// What other areas' screens may use; screens' parts are loaded where they are shown.
import { lazy } from 'react'

export { mendAct } from './next-act.ts'
export { RunStatus, runTone } from './run-status.tsx'
export { goodAge, GoodAge, signs, StandingSign } from './standing-sign.tsx'

export const FeedSchedule = lazy(() =>
  import('./FeedSchedule.tsx').then((m) => ({ default: m.FeedSchedule })),
)
export const GateReport = lazy(() => import('./GateReport.tsx').then((m) => ({ default: m.GateReport })))
export const fetchFeedSettings = () => import('./FeedSettings.tsx').then((m) => ({ default: m.FeedSettings }))
export const FeedSettings = lazy(fetchFeedSettings)
