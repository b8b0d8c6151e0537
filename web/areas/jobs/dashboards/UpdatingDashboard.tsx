import { CategoryDashboard } from './CategoryDashboard.tsx'

export default function UpdatingDashboard() {
  return (
    <CategoryDashboard
      title="Updating Dashboard"
      category="updating"
      emptyText="No updating jobs yet. They run after each feed run that changes the catalog."
    />
  )
}
