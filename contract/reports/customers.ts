import { z } from 'zod'
import { count, day } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { preparedFile } from './files.ts'

/** What moves monthly recurring revenue. */
export const movementKinds = [
  'new',
  'reactivation',
  'recovered',
  'expansion',
  'contraction',
  'churn_canceled',
  'churn_unpaid',
] as const
export type MovementKind = (typeof movementKinds)[number]

const share = z.number().nullable().describe('a fraction; null: there was nothing before')
const mrrFigures = z.object({
  start: z.string(),
  end: z.string(),
  opening: decimal,
  opening_vendors: z.number(),
  closing: decimal,
  closing_vendors: z.number(),
  movements: z
    .array(
      z.object({
        kind: z.enum(movementKinds),
        amount: decimal,
        vendors: z.number(),
        same_period: z.number().describe('vendors who came and left within the range'),
      }),
    )
    .describe('opening and all movements are closing'),
  arpa: decimal.nullable().describe('MRR per paying vendor at the end'),
  vendor_churn: share.describe('opening vendors without MRR at the end'),
  gross_churn: share.describe('churn and contraction of opening vendors, of the opening MRR'),
  net_churn: share.describe('the same less their expansion'),
})
export type MrrFigures = z.output<typeof mrrFigures>
