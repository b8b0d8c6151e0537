import { count, fileSize, percent } from '../../../ui/values.tsx'

const labels: Record<string, string> = {
  products: 'Products',
  in_stock: 'In stock',
  read: 'Rows read',
  accepted: 'Accepted rows',
  rejected: 'Rejected rows',
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  deleted: 'Removed',
  prices_changed: 'Prices changed',
  categories: 'Categories',
  with_images: 'With images',
  active: 'Active',
  bytes: 'File size',
}
type Unit = 'count' | 'percent' | 'bytes'

/** The label of a run's figure (docs/domain/feed-checks.md, Run numbers). */
export const labelOf = (datum: string): string =>
  datum.startsWith('fill:') ? `${datum.slice(5)} filled` : (labels[datum] ?? datum.replaceAll('_', ' '))

export function unitOf(datum: string): Unit {
  if (datum.startsWith('fill:')) return 'percent'
  return datum === 'bytes' ? 'bytes' : 'count'
}

export const datumText = (datum: string, value: number): string =>
  ({ percent, bytes: fileSize, count })[unitOf(datum)](value)
