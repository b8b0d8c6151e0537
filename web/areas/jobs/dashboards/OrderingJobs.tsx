import { trendInterval } from '#contract/jobs/dashboard.ts'
import { CategoryDashboard } from './CategoryDashboard.tsx'

export default function OrderingJobs() {
  return (
    <CategoryDashboard
      title="Ordering Jobs"
      category="ordering"
      interval={trendInterval}
      emptyText="No ordering jobs yet."
    />
  )
}
