// What other areas' screens may use, each loaded where it is shown.
import { lazy } from 'react'

export const FeedSchedule = lazy(() =>
  import('./FeedSchedule.tsx').then((m) => ({ default: m.FeedSchedule })),
)
export const GateReport = lazy(() => import('./GateReport.tsx').then((m) => ({ default: m.GateReport })))
export const FeedSettings = lazy(() =>
  import('./FeedSettings.tsx').then((m) => ({ default: m.FeedSettings })),
)
