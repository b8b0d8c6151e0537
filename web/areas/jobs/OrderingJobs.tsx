import { trendInterval } from '#contract/jobs/dashboard.ts'
import { CategoryDashboard } from './CategoryDashboard.tsx'

export default function OrderingJobs() {
  return (
    <CategoryDashboard
      title="Ordering Jobs"
      category="ordering"
      interval={trendInterval}
      ours="No ordering job has ended yet. They begin when a vendor’s order manager is connected."
    />
  )
}
