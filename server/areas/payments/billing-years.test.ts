import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { anyAct, anyStep, type Act, type Step } from '#server/test/billing/billing-acts.ts'
import { BillingWorld } from '#server/test/billing/billing-world.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { isNightly } from '#server/test/nightly.ts'

const h = harness()
let world: BillingWorld
beforeAll(async () => {
  const [c, second] = [await staff(h, 'finance'), await staff(h, 'admin')]
  const headersOf = ({ raw }: Client) => ({ ...raw.headers, cookie: raw.cookie })
  world = new BillingWorld(h.services, h.app, [headersOf(c), headersOf(second)])
  await world.furnish()
})

async function happens(day: string, vendors: number, steps: readonly Step[]): Promise<void> {
  await world.begin(day, vendors)
  for (const step of steps) await world.step(step)
  expect(await world.faults()).toEqual([])
}

const step = (act: Act, more: Partial<Step> = {}): Step => ({
  vendor: 0,
  act,
  dies: null,
  twice: false,
  ...more,
})
const charged = { do: 'charge', amount: '120.00', type: 1, ghost: false, stands: false } as const
test.each([
  ['recorded alone', { ...charged, ghost: true }],
  ['of a card', charged],
])('a charge %s that is requested twice under one key is made once', async (_, act) => {
  await happens('2030-01-31', 1, [step(act, { twice: true })])
})

test(
  'four months of billing for forty vendors, with a crash every tenth day',
  { timeout: 300_000 },
  async () => {
    const daily = fc.record({
      vendor: fc.nat(39),
      act: anyAct,
      dies: fc.constant(null),
      twice: fc.constant(false),
    })
    const acts = fc.sample(daily, { seed: 12, numRuns: 120 })
    const days = acts.flatMap((act, i) => [
      act,
      step({ do: 'days', days: 1 }, { dies: i % 10 === 9 ? { after: i, answered: i % 20 === 9 } : null }),
    ])
    await happens('2030-01-31', 40, days)
    // what stands behind a rule that nothing meets is never tested
    expect(world.undone()).not.toContain('cancel after refund')
  },
)

test(
  'the books stay sound whatever happens to vendors’ money across crashes',
  { timeout: 300_000 },
  async () => {
    const { env } = process
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('2030-01-31', '2031-02-27', '2032-02-29', '2030-12-15'),
        fc.array(anyStep(3, 6), { minLength: 25, maxLength: 40 }),
        (day, steps) => happens(day, 3, steps),
      ),
      {
        numRuns: Number(env.BILLING_RUNS ?? (isNightly ? 16 : 3)),
        seed: Number(env.BILLING_SEED ?? 20301231),
        ...(env.BILLING_PATH && { path: env.BILLING_PATH }),
        interruptAfterTimeLimit: 240_000,
      },
    )
  },
)
