import { beforeAll, expect, test } from 'vitest'
import { harness, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let ann: number
let bo: number
beforeAll(async () => {
  c = await staff(h)
  ann = await manager('Ann')
  bo = await manager('Bo')
})
const vendor = async (values: {
  company: string
  is_staff?: boolean
  account_manager_vendor_id?: number
  deleted_tm?: string
}) =>
  (await h.services.db.insertInto('vendor').values(values).returning('vendor_id').executeTakeFirstOrThrow())
    .vendor_id
const manager = (company: string) => vendor({ company, is_staff: true })
const of = (manager: number, ...companies: string[]) =>
  Promise.all(companies.map((company) => vendor({ company, account_manager_vendor_id: manager })))
const listed = async (manager: number, body = {}) =>
  (await c.post(`/api/vendor/get-by-account-manager/${manager}`, body)).body
const names = async (manager: number, body = {}) =>
  (await listed(manager, body)).vendors.map((v: { company: string }) => v.company)
const give = (from: number | null, to: number | null, body = {}) =>
  c.post('/api/vendor/reassign', { from, to, note: 'Ann is away', ...body })
const historyOf = async (id: number) =>
  (await c.get(`/api/vendor/${id}/get-account-manager-history`)).body.account_manager

test('a manager’s vendors are counted and shown 25 per page, unassigned ones under 0, staff in neither', async () => {
  const many = await manager('Cleo')
  const companies = Array.from({ length: 27 }, (_, i) => `Of Cleo ${i}`)
  const ids = await of(many, ...companies)
  await vendor({ company: 'A colleague', is_staff: true, account_manager_vendor_id: many })
  const first = await listed(many, { sort: 'vendor_id_asc' })
  expect(first.total).toBe(27)
  expect(first.vendors.map((v: { vendor_id: number }) => v.vendor_id)).toEqual(
    ids.toSorted((a, b) => a - b).slice(0, 25),
  )
  expect(await names(many, { sort: 'vendor_id_asc', page: 2 })).toHaveLength(2)
  await vendor({ company: 'Of nobody' })
  expect(await names(0)).toContain('Of nobody')
  expect(await names(0)).not.toContain('Cleo')
})

test('a manager’s vendors are filtered by status, plan and health, as in the search', async () => {
  const manager_vid = await manager('Dee')
  const [active, canceled] = await of(manager_vid, 'Active shop', 'Canceled shop')
  await h.services.db
    .updateTable('vendor')
    .set({ vendor_status_id: 2, vendor_plan_type_id: 3 })
    .where('vendor_id', '=', canceled!)
    .execute()
  const { vendor_status_id } = await h.services.db
    .selectFrom('vendor')
    .select('vendor_status_id')
    .where('vendor_id', '=', active!)
    .executeTakeFirstOrThrow()
  expect(await names(manager_vid, { status: [2] })).toEqual(['Canceled shop'])
  expect(await names(manager_vid, { status: [vendor_status_id] })).toEqual(['Active shop'])
  expect(await names(manager_vid, { plan: [3], status: [2] })).toEqual(['Canceled shop'])
  expect(await names(manager_vid, { health: ['poor'] })).toEqual([])
})

test('an ID that isn’t an account manager’s is reported', async () => {
  const customer = await vendor({ company: 'A customer' })
  for (const id of [customer, 2_000_000_000])
    expect((await c.post(`/api/vendor/get-by-account-manager/${id}`, {})).status).toBe(404)
  const wrong = await give(ann, customer)
  expect(wrong.status).toBe(400)
  expect(wrong.body.error.fields).toEqual({ to: 'You have to select a account manager' })
})

test('the selected vendors change managers, each with a history entry, and can change back', async () => {
  const [one, two, three] = (await of(ann, 'One', 'Two', 'Three')) as [number, number, number]
  const given = await give(ann, bo, { vendor_ids: [one, two] })
  expect(given.body).toMatchObject({ changed: expect.arrayContaining([one, two]), left: 1 })
  expect(await names(ann)).toEqual(['Three'])
  expect((await names(bo)).toSorted()).toEqual(['One', 'Two'])
  expect(await historyOf(one)).toMatchObject([{ from: 'Ann', to: 'Bo', note: 'Ann is away' }])
  expect(await historyOf(three)).toEqual([])
  await give(bo, ann, { vendor_ids: given.body.changed, note: 'Undone' })
  expect((await names(ann)).toSorted()).toEqual(['One', 'Three', 'Two'])
  expect(await historyOf(two)).toMatchObject([{ to: 'Ann', note: 'Undone' }, { to: 'Bo' }])
})

test('without a selection all change managers, except staff and those reassigned meanwhile', async () => {
  const from = await manager('Dee')
  const [taken] = (await of(from, 'Taken', 'Stays with it')) as [number]
  const colleague = await vendor({ company: 'Colleague', is_staff: true, account_manager_vendor_id: from })
  await h.services.db
    .updateTable('vendor')
    .set({ account_manager_vendor_id: bo })
    .where('vendor_id', '=', taken)
    .execute()
  expect((await give(from, ann, { vendor_ids: [taken, colleague] })).body).toMatchObject({
    changed: [],
    left: 1,
  })
  await vendor({ company: 'Deleted', account_manager_vendor_id: from, deleted_tm: new Date().toISOString() })
  expect((await give(from, null)).body).toMatchObject({ changed: [expect.any(Number)], left: 0 })
  expect(await names(0)).toContain('Stays with it')
  expect(await names(bo)).toContain('Taken')
})

test('if two people reassign the same vendors at once, each vendor moves once', async () => {
  const from = await manager('Eve')
  const ids = await of(from, 'P', 'Q', 'R')
  const answers = await Promise.all([
    give(from, ann, { vendor_ids: ids }),
    give(from, bo, { vendor_ids: ids.toReversed() }),
  ])
  const changed = answers.map((answer) => answer.body.changed)
  expect(new Set(changed.flat())).toEqual(new Set(ids))
  expect(changed.flat()).toHaveLength(ids.length)
  expect(await Promise.all(ids.map(async (id) => (await historyOf(id)).length))).toEqual([1, 1, 1])
})

test('reassigning needs a note and a different manager', async () => {
  expect((await give(ann, bo, { note: ' ' })).body.error.fields).toEqual({ note: 'You must enter a note' })
  expect((await give(ann, ann)).body.error.fields).toEqual({ to: 'User is already the account manager!' })
})

test('customers can neither list nor reassign', async () => {
  const customer = await staff(h, 'customer')
  expect((await customer.post(`/api/vendor/get-by-account-manager/${ann}`, {})).status).toBe(403)
  expect((await customer.post('/api/vendor/reassign', { from: ann, to: bo, note: 'x' })).status).toBe(403)
})

test('vendors of several managers get the same one together, and each can have its own back', async () => {
  const [one] = (await of(ann, 'Of Ann')) as [number]
  const [two] = (await of(bo, 'Of Bo')) as [number]
  const body = { to: bo, vendor_ids: [one, two], note: 'Territories' }
  const given = (await c.post('/api/vendor/reassign', body)).body
  // who has it already isn't changed
  expect(given).toEqual({ changed: [one], before: [{ from: ann, vendor_ids: [one] }], left: 0 })
  expect(await historyOf(one)).toMatchObject([{ from: 'Ann', to: 'Bo', note: 'Territories' }])
  expect((await c.post('/api/vendor/reassign', { to: bo, note: 'All' })).body.error.fields).toEqual({
    vendor_ids: 'Select vendors',
  })
})
