import { funnelDays, funnelSteps, type FunnelStep } from '#contract/payments/failing-cards.ts'
import type { Result } from '#contract/index.ts'
import ReportBars from '../../../ui/report/ReportBars.tsx'
import { count } from '../../../ui/values.tsx'

const steps = Object.entries(funnelSteps) as [FunnelStep, string][]

/** What became of invoices whose payment failed. */
export default function CardFunnel({ funnel }: { funnel: Result<'listFailingCards'>['funnel'] }) {
  return (
    <ReportBars
      label={`Failed payments of the last ${funnelDays} days`}
      points={steps.map(([step, name]) => ({ name, Invoices: funnel[step] }))}
      series={[{ name: 'Invoices', color: 'var(--d1)' }]}
      sideways
      value={count}
      withTable
    />
  )
}
