import './chart-grid.css'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

/** Small charts side by side where there is room. */
export const ChartGrid = ({ children }: { children: ReactNode }) => (
  <div className="chart-grid">{children}</div>
)

/** A small chart with its name. */
export const ChartFigure = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure>
    <figcaption>{name}</figcaption>
    {children}
  </figure>
)

/** What is shared by small charts: their height is what the grid waits with. */
export const smallChart = { height: 150, axisWidth: 48, withTable: true } as const
const figureHeight = 255

/** So many small charts that haven't come. */
export const ChartGridLoading = ({ names }: { names: readonly string[] }) => (
  <ChartGrid>
    {names.map((name) => (
      <Skeleton key={name} height={figureHeight} />
    ))}
  </ChartGrid>
)
