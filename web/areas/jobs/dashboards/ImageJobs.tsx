import { trendInterval } from '#contract/jobs/dashboard.ts'
import { CategoryDashboard } from './CategoryDashboard.tsx'

export default function ImageJobs() {
  return (
    <CategoryDashboard
      title="Image Jobs"
      category="image"
      interval={trendInterval}
      emptyText="No image jobs yet. They run after each feed run that changes the catalog."
    />
  )
}
