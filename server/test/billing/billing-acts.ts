import fc from 'fast-check'
import type { Death } from './killed-pool.ts'

/** What may happen to a vendor's money; numbers choose among what exists. */
export type Act =
  | { do: 'days'; days: number }
  | { do: 'plan'; plan: number | null }
  | { do: 'own plan'; fee: string; starts: number; lasts: number | null; next: number | null }
  | { do: 'own plan used'; used: boolean }
  | { do: 'extras'; costs: readonly (string | null)[] }
  | { do: 'subscribe'; supplier: number }
  | { do: 'subscription'; supplier: number; is_cancel_pending?: boolean; is_frozen?: boolean }
  | { do: 'charge'; amount: string; type: 1 | 2 | 4 | 5; ghost: boolean; stands: boolean }
  | { do: 'refund'; charge: number; percent: number }
  /** `first`: refunds all that is kept of the current period before. */
  | { do: 'cancel after refund'; first: boolean }
  | { do: 'credit'; amount: string }
  | { do: 'code given'; code: number }
  | { do: 'code taken off'; code: number }
  | { do: 'card'; number: string }
  | { do: 'retry' }
  /** The oldest open invoice, or the oldest one written off. */
  | { do: 'close invoice'; how: 'paid_outside' | 'written_off'; writtenOff: boolean }
  | { do: 'next charge'; inDays: number }
  /** By hand: 0 Free, 1 Active, 2 Billing Suspended, 4 Canceled. */
  | { do: 'status'; to: number }
  | { do: 'code changed'; code: number; discount: string; cycles: number | null }
  /** The oldest or the newest request that waits for a second person. */
  | { do: 'agree'; newest: boolean }
export interface Step {
  vendor: number
  act: Act
  /** The process dies during it and is started again. */
  dies: Death | null
  /** The same call comes a second time. */
  twice: boolean
}

/** Sandbox cards whose behavior matters to the books. */
export const cards = {
  works: '4242424242424242',
  declines: '4000000000000341',
  'no answer, charged': '4000009900000012',
  'no answer, not charged': '4000009900000020',
  'declines twice': '4000009900000038',
  lost: '4000009900000046',
  'refunds later': '4000000000007726',
  'disputed, and lost': '4000000000000259',
  'disputed, and won': '4000000000002685',
  'asked about': '4000000000001976',
}

const dollars = (max: number) =>
  fc.integer({ min: 1, max: max * 100 }).map((cents) => (cents / 100).toFixed(2))
const supplier = fc.nat(2)
const plan = fc.option(fc.integer({ min: 1, max: 3 }), { freq: 6 })

/** An act on a vendor; frequent acts are frequent here too. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('plan'), plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('own plan'),
      fee: fc.oneof(dollars(400), fc.constant('0')),
      starts: fc.integer({ min: -10, max: 40 }),
      lasts: fc.option(fc.integer({ min: 1, max: 90 })),
      next: plan,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('own plan used'), used: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('extras'),
      costs: fc.array(fc.option(dollars(60)), { minLength: 2, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('subscribe'), supplier }) },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.record({ do: fc.constant('subscription'), supplier, is_cancel_pending: fc.boolean() }),
      fc.record({ do: fc.constant('subscription'), supplier, is_frozen: fc.boolean() }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('charge'),
      amount: dollars(300),
      type: fc.constantFrom(1, 1, 1, 2, 4, 5),
      ghost: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
      stands: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      charge: fc.nat(9),
      percent: fc.constantFrom(100, 100, 50, 33, 10),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel after refund'),
      first: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('credit'), amount: fc.oneof(dollars(250), fc.constant('0')) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('code given'), code: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('code taken off'), code: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('card'),
      number: fc.constantFrom(cards.works, cards.works, ...Object.values(cards)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close invoice'),
      how: fc.constantFrom('paid_outside', 'written_off'),
      writtenOff: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('next charge'), inDays: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('status'), to: fc.constantFrom(1, 1, 1, 0, 2, 4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('code changed'),
      code: fc.nat(5),
      discount: dollars(100),
      cycles: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('agree'), newest: fc.boolean() }) },
)
export const anyDays: fc.Arbitrary<Act> = fc.record({
  do: fc.constant('days'),
  days: fc.oneof(fc.constantFrom(1, 1, 2, 7, 28, 31), fc.integer({ min: 1, max: 70 })),
})

export const anyDeath: fc.Arbitrary<Death> = fc.record({ after: fc.nat(60), answered: fc.boolean() })
/** @param deathly of so many steps the process dies within one */
export const anyStep = (vendors: number, deathly: number): fc.Arbitrary<Step> =>
  fc.record({
    vendor: fc.nat(vendors - 1),
    act: fc.oneof({ weight: 1, arbitrary: anyDays }, { weight: 2, arbitrary: anyAct }),
    dies: fc.oneof({ weight: deathly - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyDeath }),
    twice: fc.oneof(
      { weight: 5, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  })
