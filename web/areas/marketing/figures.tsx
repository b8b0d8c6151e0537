import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { money } from '#contract/formats.ts'
import { figureHelp, type CampaignFigures } from '#contract/marketing/report.ts'
import { duration } from '../../ui/time.ts'
import { count } from '../../ui/values.tsx'

export type Figure = keyof typeof figureHelp
export const figureLabels: Record<Figure, string> = {
  total_registrations: 'Registrations',
  purchases: 'Paid',
  avg_purchase_time: 'Average purchase time',
  revenue: 'Revenue',
  total_revenue: 'Total revenue',
}

const daySeconds = 86_400
/** Days with one decimal; less than a day in hours and minutes. */
export function purchaseTime(seconds: number | null): string {
  if (seconds === null) return '—'
  return seconds < daySeconds ? duration(seconds) : `${(seconds / daySeconds).toFixed(1)} days`
}
export const figureText = (figures: CampaignFigures, figure: Figure): string => {
  if (figure === 'avg_purchase_time') return purchaseTime(figures.avg_purchase_time)
  const value = figures[figure]
  return typeof value === 'number' ? count(value) : money(value)
}

/** What a figure means. */
export const FigureHelp = ({ figure }: { figure: Figure }) => (
  <Tooltip label={figureHelp[figure]} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
    <ActionIcon
      variant="subtle"
      color="gray"
      size="xs"
      aria-label={`${figureLabels[figure]}: ${figureHelp[figure]}`}
    >
      <IconHelp size={14} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

/** Whether a figure has had as much time in the range before: those up to today have had more. */
export const isComparable = (figure: Figure): boolean =>
  figure === 'total_registrations' || figure === 'revenue'

/** How a figure moved against the range before; null: nothing to compare with. */
export function moved(now: CampaignFigures, before: CampaignFigures, figure: Figure): string | null {
  if (!isComparable(figure)) return null
  const [current, earlier] = [Number(now[figure] ?? 0), Number(before[figure] ?? 0)]
  if (earlier <= 0) return null
  const share = Math.round(((current - earlier) / earlier) * 1000) / 10
  if (share === 0) return 'unchanged'
  return `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(1)}%`
}
