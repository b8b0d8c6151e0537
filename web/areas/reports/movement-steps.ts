import { movementNames, type MovementKind } from '#contract/reports/customers.ts'
import type { WaterfallStep } from '../../ui/report/waterfall.ts'

interface MovementStep extends WaterfallStep {
  kind?: MovementKind
}
/** What moved MRR from its opening to its closing. */
export const movementSteps = ({
  opening,
  movements,
  closing,
}: {
  opening: string
  movements: readonly { kind: MovementKind; amount: string }[]
  closing: string
}): MovementStep[] => [
  { name: 'Opening', value: Number(opening), isTotal: true },
  ...movements.map(({ kind, amount }) => ({ kind, name: movementNames[kind], value: Number(amount) })),
  { name: 'Closing', value: Number(closing), isTotal: true },
]
