import { beforeAll, describe, expect, test } from 'vitest'
import type { FoundVendor } from '#contract/vendors/vendors.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { takenOut } from '#server/test/taken-out.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const { linesOf } = takenOut(() => c)
const add = async (vendor: { vendor_id?: number; company: string; insert_tm?: string; is_staff?: boolean }) =>
  (await h.services.db.insertInto('vendor').values(vendor).returning('vendor_id').executeTakeFirstOrThrow())
    .vendor_id
const search = async (body: object) =>
  (await c.post('/api/vendor/search', { all: !('term' in body && body.term), ...body })).body as {
    total: number
    total_is_exact: boolean
    vendors: FoundVendor[]
  }
const ids = async (body: object) => (await search(body)).vendors.map((v) => v.vendor_id)

test('the vendor with the requested ID comes first, before others that contain the number', async () => {
  await add({ vendor_id: 1007, company: 'By its id' })
  const named = await add({ company: 'Unit 1007' })
  for (const sort of ['newest', 'oldest', 'vendor_id_asc', 'vendor_id_desc'])
    expect(await ids({ term: '1007', sort })).toEqual([1007, named])
})

test('more than 10,000 matches aren’t counted to the end, and the answer says so', async () => {
  const { db } = h.services
  await sql`
    insert into vendor (vendor_id, company)
    select 100000 + n, 'Crowd ' || n
    from generate_series(1, 10001) n`.execute(db)
  expect(await search({ term: 'crowd' })).toMatchObject({ total: 10_000, total_is_exact: false })
  await sql`delete from vendor where company = 'Crowd 1'`.execute(db)
  expect(await search({ term: 'crowd' })).toMatchObject({ total: 10_000, total_is_exact: true })
})

describe('vendors that joined in a range of days', () => {
  const made: Record<string, number> = {}
  beforeAll(async () => {
    for (const [name, insert_tm] of [
      ['Kettles before', '2024-02-25T23:59:59.999Z'],
      ['Kettles first', '2024-02-26T00:00:00Z'],
      ['Kettles last', '2024-03-03T23:59:59.999Z'],
      ['Kettles after', '2024-03-04T00:00:00Z'],
    ] as const)
      made[name] = await add({ company: name, insert_tm })
    await add({ company: 'Kettles of ours', insert_tm: '2024-02-27', is_staff: true })
    for (const [name, email] of [
      ['Kettles last', 'b@kettles.test'],
      ['Kettles first', 'a@kettles.test'],
    ] as const)
      await sql`
        with k as (
          insert into contact (vendor_id, email) values (${made[name]!}, ${email}) returning contact_id, vendor_id)
        update vendor v
        set primary_contact_id = k.contact_id
        from k
        where v.vendor_id = k.vendor_id`.execute(h.services.db)
  })
  const week = { since: '2024-02-26', until: '2024-03-03' }
  const both = () => [made['Kettles last'], made['Kettles first']]

  test.each(['', 'kettles', 'ketlles'])('include the first and last day, for “%s”', async (term) => {
    expect(await search({ term, ...week })).toMatchObject({ total: 2, total_is_exact: true })
    expect(await ids({ term, ...week })).toEqual(both())
    expect(await ids({ term, ...week, sort: 'oldest' })).toEqual(both().toReversed())
    // few days are sorted otherwise than many
    for (const until of [week.until, '2024-12-31']) {
      const found = async (sort: string) =>
        (await ids({ term, ...week, until, sort })).filter((id) => both().includes(id))
      expect(await found('email_asc')).toEqual(both().toReversed())
      expect(await found('email_desc')).toEqual(both())
    }
    expect((await search({ term, ...week, page: 2 })).vendors).toEqual([])
  })
  test('can be found from a day, until a day, on one day, with a status, and on an empty day', async () => {
    const term = 'kettles'
    expect(await ids({ term, since: week.since })).toEqual([made['Kettles after'], ...both()])
    expect(await ids({ term, until: week.until })).toEqual([...both(), made['Kettles before']])
    expect(await ids({ term, since: week.until, until: week.until })).toEqual([made['Kettles last']])
    expect(await ids({ term, ...week, status: [4] })).toEqual([])
    expect((await search({ term, since: week.until, until: week.since })).total).toBe(0)
    const wrong = (await c.post('/api/vendor/search', { since: '26.2.2024' })).body.error
    expect(wrong.fields).toEqual({ since: 'Enter a date' })
  })
  test('match the trend’s count, and export the same way', async () => {
    const trend = async () =>
      (await c.post('/api/reports/new-user-trends', { days: 30 })).body.periods.at(-2) as {
        day: string
        users: number
      }
    const { day } = await trend()
    const until = new Date(Date.parse(day) + 6 * 86_400_000).toISOString().slice(0, 10)
    await add({ company: 'Kettles lately', insert_tm: `${until}T23:59:59.999Z` })
    expect((await trend()).users).toBeGreaterThan(0)
    expect((await search({ since: day, until })).total).toBe((await trend()).users)
    const input = { term: 'kettles', ...week }
    expect(await linesOf({ list: 'vendors', input, columns: ['company'] })).toEqual([
      'Company',
      'Kettles last',
      'Kettles first',
    ])
  })
})

describe('for a term with more than 10,000 matches', () => {
  const made = { crowd: 0, contact: 0 }
  beforeAll(async () => {
    const { db } = h.services
    await sql`
      insert into vendor (vendor_id, company, insert_tm)
      select 200000 + n, 'Throng ' || n, '2020-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 10100) n`.execute(db)
    made.crowd = await add({ company: 'Throng', insert_tm: '2001-01-01' })
    made.contact = await add({ company: 'Of another name', insert_tm: '2019-12-31' })
    const { contact_id } = await db
      .insertInto('contact')
      .values({
        vendor_id: made.contact,
        first_name: 'Ann',
        last_name: 'Throng',
        email: 'ann@throng.example',
      })
      .returning('contact_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('vendor')
      .set({ primary_contact_id: contact_id })
      .where('vendor_id', '=', made.contact)
      .execute()
  })
  const ids = async (asked: object) =>
    (await search({ term: 'throng', ...asked })).vendors.map((v) => v.vendor_id)

  test('an exact name comes first, the others in the requested order', async () => {
    expect((await ids({ sort: 'newest' })).slice(0, 3)).toEqual([made.crowd, 210_100, 210_099])
    expect((await ids({ sort: 'oldest' })).slice(0, 3)).toEqual([made.crowd, made.contact, 200_001])
    expect((await ids({ sort: 'email_asc' })).slice(0, 2)).toEqual([made.crowd, made.contact])
  })
  test('pages continue without repeats', async () => {
    const [first, second] = [await ids({ sort: 'newest' }), await ids({ sort: 'newest', page: 2 })]
    expect(second[0]).toBe(first.at(-1)! - 1)
    expect(new Set([...first, ...second]).size).toBe(50)
  })
  test('the total isn’t presented as exact', async () => {
    await sql`
      insert into contact (vendor_id, first_name, last_name, email)
      select vendor_id, 'Ann', 'Twofold', 'twofold' || vendor_id || '.' || n || '@x.example'
      from vendor, generate_series(1, 5001) n
      where vendor_id in (200001, 200002)`.execute(h.services.db)
    expect(await search({ term: 'twofold' })).toMatchObject({ total_is_exact: false })
    expect((await ids({ term: 'twofold', sort: 'oldest' })).length).toBe(2)
  })
  test('an exact ID comes before an exact name', async () => {
    const { db } = h.services
    await sql`update vendor set company = '200300 ' || company where vendor_id between 200001 and 210100`.execute(
      db,
    )
    await db.updateTable('vendor').set({ company: '200300' }).where('vendor_id', '=', 209_000).execute()
    expect((await ids({ term: '200300', sort: 'newest' })).slice(0, 2)).toEqual([200_300, 209_000])
  })
  test('all vendors with a status are searched', async () => {
    const { db } = h.services
    await db.updateTable('vendor').set({ vendor_status_id: 2 }).where('vendor_id', '=', 200_007).execute()
    expect(await search({ term: 'throng', status: [2] })).toMatchObject({ total: 1, total_is_exact: true })
  })
})

describe('vendors that match only in their notes', () => {
  const made = { named: [] as number[], noted: [] as number[] }
  beforeAll(async () => {
    const { db } = h.services
    const noteOn = (vendor_id: number) =>
      db
        .insertInto('vendor_note')
        .values({ vendor_id, note: 'Asked for lanterns', note_type: 0, written_by_name: 'Ann' })
        .execute()
    for (let i = 0; i < 27; i++)
      made.named.push(await add({ company: `Lanterns ${i}`, insert_tm: `2025-01-01T00:00:${10 + i}Z` }))
    for (let i = 0; i < 30; i++)
      made.noted.push(await add({ company: `Lamps ${i}`, insert_tm: `2026-01-01T00:00:${10 + i}Z` }))
    for (const id of [...made.noted, made.named[0]!]) await noteOn(id)
    await noteOn(await add({ company: 'Our own', is_staff: true }))
    await add({ company: 'Lanterns of ours', is_staff: true })
  })

  test('come after all others, across pages, and count in the total', async () => {
    const page = (n: number) => search({ term: 'lanterns', sort: 'oldest', page: n })
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.flatMap((p) => p.vendors.map((v) => v.vendor_id))).toEqual([...made.named, ...made.noted])
    expect(pages.map((p) => p.total)).toEqual([57, 57, 57, 57])
    expect(pages[1]!.vendors.map((v) => v.matched?.by ?? null)).toEqual([
      ...Array<null>(2).fill(null),
      ...Array<string>(23).fill('note'),
    ])
  })

  test('an unknown ID matches nothing', async () => {
    expect(await search({ term: '98765432' })).toMatchObject({ total: 0, vendors: [] })
  })
})
