import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { broken, renew, saveCard } from '../../areas/payments/public.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { makeBusyDays } from './busy-days.ts'
import { staff, type Client, type Harness } from '../harness.ts'

type WithServices = Pick<Harness, 'services'>

/**
 * The plan types of a test, numbered from 1, by name and monthly fee, in a service whose renewals are never unusual.
 */
export async function makePlans(
  { services }: WithServices,
  ...plans: readonly (readonly [name: string, fee: string])[]
): Promise<void> {
  await services.db
    .insertInto('plan_type')
    .values(plans.map(([name, monthly_fee], i) => ({ vendor_plan_type_id: i + 1, name, monthly_fee })))
    .execute()
  await makeBusyDays(services.db)
}
export const pro = ['Pro', '49.00'] as const
export const plus = ['Plus', '199.00'] as const

/** Makes an Active vendor without a charge date. */
export async function makeVendor({ services }: WithServices, columns: object = {}): Promise<number> {
  const { vendor_id } = await services.db
    .insertInto('vendor')
    .values({ company: 'Payer', vendor_status_id: vendorStatus.active, ...columns })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  return vendor_id
}
/** Makes a vendor on the first plan, billed from January 31, 2030. */
export const makePayer = (h: WithServices, columns: object = {}) =>
  makeVendor(h, { vendor_plan_type_id: 1, next_charge_date: '2030-01-31', ...columns })

/** Lets one person move any amount in this file's tests. */
export const withoutLimit = (h: WithServices) => beforeAll(() => setLimit(h, null))
/** Sets the approval limit, which two admins do otherwise. */
export const setLimit = async ({ services }: WithServices, second_person_above: string | null) => {
  await services.db.updateTable('money_setting').set({ second_person_above }).execute()
}

/** Another person approves all that waits of a vendor. */
export async function approveAll(h: Harness, vendor_id: number): Promise<void> {
  const other = await staff(h, 'admin')
  const { waiting } = (await other.get(`/api/vendor/${vendor_id}/payments`)).body
  for (const { money_approval_id: id } of waiting)
    expect((await other.post(`/api/money-approval/${id}/approve`, {})).body.state).toBe('succeeded')
}

/** Sets the clock to noon of a day; `on` also runs its renewals. */
export function daysOf(h: WithServices) {
  const setDay = (day: string) => (h.services.clock.now = () => Date.parse(`${day}T12:00:00Z`))
  return { at: setDay, on: (day: string) => (setDay(day), renew(h.services)) }
}

/** Saves a sandbox card by its number (docs/domain/sandbox-cards.md). */
export const giveCard = (h: WithServices, vendor_id: number, card_num = '4242424242424242') =>
  saveCard(h.services, vendor_id, {
    card: { name_on_card: 'Pat Payer', card_num, card_type_id: 1, exp_month: 12, exp_year: 2040 },
  })

/** Expects no broken invariant (docs/domain/books-check.md). */
export async function expectSoundBooks({ services }: WithServices): Promise<void> {
  expect(await broken(services)).toEqual([])
}

/**
 * A payer with a card for each test of a file, on January 31, 2030, and whoever of finance asks; after each the
 * books are sound.
 *
 * @param plans the first is the payer's
 */
export function payerOfEach(
  h: Harness,
  plans: Parameters<typeof makePlans>[1][],
  setPayer: (payer: { c: Client; vendor_id: number }) => void,
) {
  const days = daysOf(h)
  let c: Client
  beforeAll(async () => {
    c = await staff(h, 'finance')
    await makePlans(h, ...plans)
  })
  beforeEach(async () => {
    days.at('2030-01-31')
    const vendor_id = await makePayer(h)
    await giveCard(h, vendor_id)
    setPayer({ c, vendor_id })
  })
  afterEach(() => expectSoundBooks(h))
  return days
}

/** The calls that payer tests repeat. */
export function payerCalls(h: Harness, payer: () => { c: Client; vendor_id: number }) {
  const get = async (path: string) => {
    const { c, vendor_id } = payer()
    return (await c.get(`/api/vendor/${vendor_id}/${path}`)).body
  }
  const basics = () => get('basics')
  return {
    basics,
    charges: async () => (await get('billing-history')).charges,
    save: async (change: object) => {
      const { c, vendor_id } = payer()
      const { vendor } = await basics()
      const note = { note: 'Agreed on the phone', note_type: 11 }
      const { status, body } = await c.post(`/api/vendor/${vendor_id}`, {
        vendor: { ...vendor, ...change },
        note,
      })
      expect(status).toBe(200)
      if (body.waiting) await approveAll(h, vendor_id)
    },
  }
}
