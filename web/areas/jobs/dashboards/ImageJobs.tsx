import { trendInterval } from '#contract/jobs/dashboard.ts'
import { CategoryDashboard } from './CategoryDashboard.tsx'

export default function ImageJobs() {
  return (
    <CategoryDashboard
      title="Image Jobs"
      category="image"
      interval={trendInterval}
      emptyText="No image job has ended yet. They follow every feed run that changes the catalogue."
    />
  )
}
