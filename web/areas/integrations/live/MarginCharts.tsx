import type { IntegrationMargins } from '#contract/integrations/live.ts'
import { ChartFigure, ChartGrid, smallChart } from '../../../ui/report/ChartGrid.tsx'
import ReportBars from '../../../ui/report/ReportBars.tsx'
import { count } from '../../../ui/values.tsx'
import { marginBands, priceBands } from './preview-words.ts'

const products = { name: 'Products', color: 'var(--d1)' }
const belowCost = { name: 'Below cost', color: 'var(--bad-fill)', pattern: 1 }

/** How many products have which price, and which margin; those below cost stand out. */
export default function MarginCharts({
  margins: { prices, margins, currency_id },
}: {
  margins: Pick<IntegrationMargins, 'prices' | 'margins' | 'currency_id'>
}) {
  const names = priceBands(currency_id)
  const [losing = 0] = margins
  return (
    <ChartGrid>
      <ChartFigure name="Prices">
        <ReportBars
          {...smallChart}
          label="Products by price"
          points={prices.map((n, i) => ({ name: names[i] ?? '', Products: n }))}
          series={[products]}
          value={count}
          isCounted
        />
      </ChartFigure>
      <ChartFigure name="Margin">
        <ReportBars
          {...smallChart}
          stacked
          label="Products by margin"
          points={margins.map((n, i) => ({
            name: marginBands[i] ?? '',
            Products: i === 0 && losing > 0 ? null : n,
            'Below cost': i === 0 && losing > 0 ? n : null,
          }))}
          series={losing > 0 ? [products, belowCost] : [products]}
          value={count}
          isCounted
        />
      </ChartFigure>
    </ChartGrid>
  )
}
