import { CategoryDashboard } from './CategoryDashboard.tsx'

export default function UpdatingDashboard() {
  return (
    <CategoryDashboard
      title="Updating Dashboard"
      category="updating"
      emptyText="No updating job has ended yet. They follow every feed run that changes the catalogue."
    />
  )
}
