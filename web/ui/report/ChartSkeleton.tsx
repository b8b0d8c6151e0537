import { Skeleton } from '@mantine/core'

/** A chart that hasn't come, as high as it will be with what is around its plot. */
export function ChartSkeleton({
  bars,
  height = bars === undefined ? 220 : 40 + 19 * bars,
  hasLegend = false,
  hasTable = false,
  hasNotes = false,
}: {
  /** How many bars it has from left to right. */
  bars?: number
  /** Of its plot. */
  height?: number
  hasLegend?: boolean
  hasTable?: boolean
  hasNotes?: boolean
}) {
  const rows = (hasLegend ? legendHeight : 0) + (hasTable ? tableHeight : 0) + (hasNotes ? notesHeight : 0)
  return <Skeleton height={height + readingHeight + rows} />
}
const legendHeight = 24
const readingHeight = 24
const tableHeight = 32
const notesHeight = 26
