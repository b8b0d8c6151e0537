import { beforeAll, describe, expect, test } from 'vitest'
import type { FieldValues } from '#contract/platforms/form.ts'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeLogin, staff, waiting, type Client } from '#server/test/harness.ts'
import { describedField as field, type RequestFields } from '#server/test/stores/platform-fields.ts'
import { holdFields, keepFilled } from './public.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
let made = 0
async function makePlatform() {
  const name = `Platform ${++made}`
  const id = (await c.post('/api/platform/create', { name })).body.platform_id as number
  const { body } = await c.post(`/api/platform/${id}`, {
    platform: { ...(await c.get(`/api/platform/${id}`)).body.platform },
    market_implementations: [{ market_name: `Market ${made}` }],
  })
  return { id, market_id: body.market_implementations[0].market_id as number }
}
const save = (id: number, fields: object[], more: RequestFields = {}, by = c) =>
  by.post(`/api/platform/${id}/fields`, { fields, ...more })
const weigh = async (id: number, fields: object[], deleted_fields: number[] = []) =>
  (await c.post(`/api/platform/${id}/fields/effects`, { fields, deleted_fields })).body
const when = (field_handle: string, value: string) => ({
  conditions: [{ field_handle, value, not_equal: false }],
})
const handles = (view: { fields: { field_handle: string }[] }) => view.fields.map((f) => f.field_handle)

/** A vendor with a store on the platform, and what it filled in there. */
async function fillIn(platform: { id: number; market_id: number }, values: FieldValues) {
  const { db, secrets } = h.services
  const { vendor_id } = await makeLogin(h, 'customer')
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({ vendor_id, vendor_store_name: 'A shop', market_id: platform.market_id, drop_to: '{}' })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  const target = { vendor_id, market_id: platform.market_id, vendor_store_id }
  const keep = (more: FieldValues) =>
    db
      .transaction()
      .execute(async (tx) =>
        keepFilled(tx, secrets, { fields: await holdFields(tx, platform.id), target, values: more }),
      )
  await keep(values)
  return { vendor_id, keep, target }
}
const kept = async (id: number) =>
  (
    await sql<{ field_handle: string; value: string | null; secret: string | null }>`
      select field_handle, value, secret
      from platform_field_value join platform_field using (platform_field_id)
      where platform_id = ${id}
      order by field_handle, value`.execute(h.services.db)
  ).rows

describe('a platform’s fields', () => {
  test('keep their order and handles, and new ones get handles from their names', async () => {
    const { id } = await makePlatform()
    const first = await save(id, [field('API key', 1), field('Api-Key', 2), field('Login', 0)])
    expect(first.status).toBe(200)
    expect(handles(first.body)).toEqual(['login', 'api_key', 'api_key_2'])
    const [login, key, second] = first.body.fields
    const moved = await save(id, [
      { ...second, field_order: 0 },
      { ...login, field_name: 'User', field_order: 1 },
      { ...key, field_order: 2 },
    ])
    expect(handles(moved.body)).toEqual(['api_key_2', 'login', 'api_key'])
    expect(moved.body.fields[1].field_name).toBe('User')
    expect(handles((await c.get(`/api/platform/${id}`)).body)).toEqual(['api_key_2', 'login', 'api_key'])
    // what a save doesn't name stays in its place
    const part = await save(id, [{ ...key, field_order: 5 }], { deleted_fields: [second.platform_field_id] })
    expect(handles(part.body)).toEqual(['login', 'api_key'])
    const front = await save(id, [{ ...part.body.fields[1], field_order: 0 }])
    expect(handles(front.body)).toEqual(['api_key', 'login'])
  })

  test('name what is invalid', async () => {
    const { id } = await makePlatform()
    const [kept_] = (await save(id, [field('Kept', 0)])).body.fields
    const faults = async (fields: object[], more: RequestFields = {}) =>
      (await save(id, fields, more)).body.error.fields
    expect(await faults([{ ...kept_ }, field('', 1)])).toEqual({ 'fields.1.field_name': 'Enter a name' })
    expect(await faults([{ ...kept_ }, field('Twin', 1, { field_handle: 'kept' })])).toEqual({
      'fields.1.field_handle': 'Another field already has the handle kept',
    })
    expect(await faults([field('Twin', 1, { field_handle: 'kept' })])).toEqual({
      'fields.0.field_handle': 'Another field already has the handle kept',
    })
    expect(await faults([field('New', 1, { field_handle: 'API_Key' })])).toEqual({
      'fields.0.field_handle': 'Use lowercase: api_key',
    })
    expect(await faults([{ ...kept_, field_handle: 'other' }])).toEqual({
      'fields.0.field_handle': 'The handle can’t be changed: kept',
    })
    expect(await faults([{ ...kept_, platform_field_id: 99_999 }])).toEqual({
      'fields.0.platform_field_id': 'Field not found. It may have been deleted',
    })
    expect(await faults([kept_], { deleted_fields: [kept_.platform_field_id] })).toEqual({
      'fields.0.platform_field_id': 'A field can’t be both saved and deleted',
    })
    const elsewhere = { show_hide_for_market: { show: true, market_ids: [9999] } }
    expect(await faults([{ ...kept_, ...elsewhere }])).toEqual({
      'fields.0.show_hide_for_market': 'Choose from this platform’s markets',
    })
    const odd = field('Odd', 1, { conditions: [{ field_handle: 'gone', value: '', not_equal: false }] })
    expect(await faults([{ ...kept_ }, odd])).toEqual({
      'fields.1.conditions.0.field_handle': 'Field not found. It may have been deleted',
    })
  })

  test('fit the parts that a save leaves out: handles, conditions and the number of fields', async () => {
    const { id } = await makePlatform()
    const when = { conditions: [{ field_handle: 'mode', value: 'a', not_equal: false }] }
    const choices = (...values: string[]) => ({
      field_data_type: 'select',
      field_data_options: { choices: values.map((value) => ({ value, label: value })), text: '' },
    })
    const [mode, extra] = (await save(id, [field('Mode', 0, choices('a', 'b')), field('Extra', 1, when)]))
      .body.fields
    const faults = async (...given: Parameters<typeof save>) =>
      (await save(...given)).body.error?.fields ?? 'saved'
    const { field_handle: _unsaid, ...extraUnsaid } = extra
    expect(
      await faults(id, [
        mode,
        { ...extraUnsaid, field_name: 'More' },
        field('Twin', 2, { field_handle: 'extra' }),
      ]),
    ).toEqual({ 'fields.2.field_handle': 'Another field already has the handle extra' })
    expect(await faults(id, [], { deleted_fields: [mode.platform_field_id] })).toEqual({
      fields: 'Unchanged field Extra: Field not found. It may have been deleted',
    })
    expect(await faults(id, [{ ...mode, ...choices('b') }])).toEqual({
      fields: 'Unchanged field Extra: Choose a value of Mode',
    })
    expect(
      await faults(
        id,
        Array.from({ length: 99 }, (_, i) => field(`Further ${i}`, i)),
      ),
    ).toEqual({
      fields: 'A platform has at most 100 fields',
    })
    expect(
      await faults(
        id,
        Array.from({ length: 98 }, (_, i) => field(`Further ${i}`, i)),
      ),
    ).toBe('saved')
    const { body } = await c.get(`/api/platform/${id}`)
    expect(handles(body)).toHaveLength(100)
    expect(await faults(id, [], { deleted_fields: [mode, extra].map((f) => f.platform_field_id) })).toBe(
      'saved',
    )
  })

  test('are checked together even if a save includes only some of them', async () => {
    const { id } = await makePlatform()
    const when = (handle: string) => ({
      conditions: [{ field_handle: handle, value: 'a', not_equal: false }],
    })
    const [mode, extra] = (await save(id, [field('Mode', 0), field('Extra', 1, when('mode'))])).body.fields
    const said = async (fields: object[], more: RequestFields = {}) =>
      (await save(id, fields, more)).body.error?.fields ?? 'saved'
    const decides = 'fields.0.conditions.0.field_handle'
    // what isn't named stays in its place, and comes after a named field of the same order
    expect(await said([{ ...extra, field_order: 0 }])).toEqual({
      [decides]: 'Choose a field above this one',
    })
    expect(await said([field('New', 0, when('mode'))])).toEqual({
      [decides]: 'Choose a field above this one',
    })
    expect(await said([extra], { deleted_fields: [mode.platform_field_id] })).toEqual({
      [decides]: 'Field not found. It may have been deleted',
    })
    // a field that doesn't say its handle keeps it, whatever its name
    const { field_handle: _mode, ...modeUnsaid } = mode
    const { field_handle: _extra, ...extraUnsaid } = extra
    expect(await said([{ ...extraUnsaid, field_name: 'More', ...when('extra') }])).toEqual({
      [decides]: 'A field can’t depend on itself',
    })
    expect(await said([mode, { ...mode, field_order: 1 }])).toEqual({
      'fields.1.platform_field_id': 'Duplicate: remove one',
    })
    const twin = field('Twin', 0, { field_handle: 'extra' })
    for (const kept_ of [extra, extraUnsaid])
      expect(await said([twin, { ...mode, field_order: 1 }, { ...kept_, field_order: 2 }])).toEqual({
        'fields.0.field_handle': 'Another field already has the handle extra',
      })
    expect(await said([{ ...modeUnsaid, field_name: 'Kind' }, extra])).toBe('saved')
  })

  test('can be saved beside a field that was invalid before and still is', async () => {
    const { id } = await makePlatform()
    const [one] = (await save(id, [field('One', 0), field('Two', 1)])).body.fields
    const gone = JSON.stringify([{ field_handle: 'gone', value: '', not_equal: false }])
    await sql`
      update platform_field set conditions = ${gone}::jsonb
      where platform_id = ${id} and field_handle = 'two'`.execute(h.services.db)
    expect((await save(id, [{ ...one, required: true }])).status).toBe(200)
  })

  test('can be changed even if the handle is “order”', async () => {
    const { id } = await makePlatform()
    const [order] = (await save(id, [field('Order', 0)])).body.fields
    const { body } = await save(id, [{ ...order, required: true }])
    expect(body.fields).toEqual([expect.objectContaining({ field_handle: 'order', required: true })])
  })

  test('changed by two people at once are refused for the second, with what the first changed', async () => {
    const { id } = await makePlatform()
    const opened = (await save(id, [field('One', 0), field('Two', 1)])).body
    const [one, two] = opened.fields
    const other = await staff(h)
    await save(id, [{ ...one, required: true }, two], { version: opened.fields_version }, other)
    const mine = await save(id, [one, { ...two, field_name: 'Second' }], { version: opened.fields_version })
    expect(mine.status).toBe(409)
    expect(mine.body.error.changed).toEqual([
      expect.objectContaining({ field: 'one', to: expect.objectContaining({ required: true }) }),
    ])
    // also where what was sent wouldn't fit any more; weighing it tells of nobody
    await save(id, [], { deleted_fields: [one.platform_field_id] }, other)
    const late = [{ ...one, ...when('two', 'x') }, two]
    expect((await save(id, late, { version: opened.fields_version })).status).toBe(409)
    expect(await weigh(id, late)).toEqual({ vendors: 0, losing: 0, effects: [] })
    // the basic info is a form of its own
    const { version, platform } = opened
    expect(
      (await c.post(`/api/platform/${id}`, { version, platform, market_implementations: [] })).status,
    ).toBe(200)
  })
})

describe('a vendor’s platform field values', () => {
  test('are checked by the fields, and a secret’s value is never shown', async () => {
    const platform = await makePlatform()
    const { body } = await save(platform.id, [
      field('Shop', 0, { required: true }),
      field('Token', 1, { field_data_type: 'password' }),
    ])
    await expect(fillIn(platform, { token: 'top-secret-value' })).rejects.toMatchObject({
      fields: { shop: 'Required' },
    })
    const { keep } = await fillIn(platform, { shop: 'Ann’s', token: 'top-secret-value' })
    // typed anew by nobody, it stays
    await keep({ shop: 'Ann’s garden' })
    const [shop, token] = await kept(platform.id)
    expect(shop).toMatchObject({ value: 'Ann’s garden', secret: null })
    expect(token!.value).toBeNull()
    expect(h.services.secrets.open(token!.secret!)).toBe('top-secret-value')
    const tried = await c.post(`/api/platform/${platform.id}/fields/try`, {
      fields: body.fields,
      market_id: null,
      values: { shop: 'Ann’s', token: 'top-secret-value' },
    })
    expect(tried.body).toEqual({ kept: { shop: 'Ann’s' }, secrets: ['token'] })
    const answers = [
      tried.body,
      (await c.get(`/api/platform/${platform.id}`)).body,
      (await c.get(`/api/platform/${platform.id}/active-subscriptions`)).body,
      await weigh(platform.id, [], [body.fields[1].platform_field_id]),
    ]
    expect(JSON.stringify(answers)).not.toContain('top-secret-value')
    expect(JSON.stringify(answers)).not.toContain(token!.secret)
    await keep({ shop: 'Ann’s', token: null })
    expect(await kept(platform.id)).toHaveLength(1)
  })

  test('are refused by the server as in the browser, by the field’s name', async () => {
    const { id } = await makePlatform()
    const fields = [field('Mail', 0, { field_data_type: 'email' })]
    const tried = await c.post(`/api/platform/${id}/fields/try`, {
      fields,
      market_id: null,
      values: { mail: 'ann@' },
    })
    expect(tried.body.error.fields).toEqual({ 'values.mail': 'This is not a valid email address' })
  })

  test('that no longer fit a changed type are counted first, kept, and need to be filled in again', async () => {
    const platform = await makePlatform()
    const [size, note] = (await save(platform.id, [field('Size', 0), field('Note', 1)])).body.fields
    await fillIn(platform, { size: '12', note: 'a' })
    await fillIn(platform, { size: 'large', note: 'b' })
    const changed = [{ ...size, field_data_type: 'number' }, note]
    expect(await weigh(platform.id, changed)).toEqual({
      vendors: 2,
      losing: 0,
      effects: [{ field_handle: 'size', effect: 'unfit', vendors: 1 }],
    })
    expect((await save(platform.id, changed)).status).toBe(200)
    expect((await kept(platform.id)).map((row) => row.value)).toEqual(['a', 'b', '12', 'large'])
    const { subscriptions } = (await c.get(`/api/platform/${platform.id}/active-subscriptions`)).body
    expect(subscriptions.map((s: { open_fields: number }) => s.open_fields).toSorted()).toEqual([0, 1])
  })

  test('are counted even if the fields don’t fit together yet', async () => {
    const platform = await makePlatform()
    const [mode, extra] = (await save(platform.id, [field('Mode', 0), field('Extra', 1)])).body.fields
    await fillIn(platform, { mode: 'a', extra: 'b' })
    const draft = [
      { ...mode, field_data_type: 'select' },
      { ...extra, ...when('gone', 'x') },
    ]
    expect((await weigh(platform.id, draft)).effects).toEqual([
      { field_handle: 'mode', effect: 'unfit', vendors: 1 },
      { field_handle: 'extra', effect: 'hidden', vendors: 1 },
    ])
  })

  test('are encrypted if a text becomes a password, and removed if a password becomes a text', async () => {
    const platform = await makePlatform()
    const [key] = (await save(platform.id, [field('Key', 0)])).body.fields
    await fillIn(platform, { key: 'abc' })
    await fillIn(platform, { key: 'abc' })
    const asSecret = [{ ...key, field_data_type: 'password' }]
    expect((await weigh(platform.id, asSecret)).effects).toEqual([
      { field_handle: 'key', effect: 'sealed', vendors: 2 },
    ])
    await save(platform.id, asSecret)
    const sealed = await kept(platform.id)
    expect(sealed.map((row) => [row.value, h.services.secrets.open(row.secret!)])).toEqual([
      [null, 'abc'],
      [null, 'abc'],
    ])
    expect(await weigh(platform.id, [key])).toMatchObject({
      losing: 2,
      effects: [{ field_handle: 'key', effect: 'forgotten', vendors: 2 }],
    })
    await save(platform.id, [key])
    expect(await kept(platform.id)).toEqual([])
  })

  test('are encrypted even if filled in while their field becomes a password', async () => {
    const platform = await makePlatform()
    const [key] = (await save(platform.id, [field('Key', 0)])).body.fields
    const { target } = await fillIn(platform, { key: 'before' })
    const { db, secrets } = h.services
    const tx = await db.startTransaction().execute()
    const fields = await holdFields(tx, platform.id)
    const saved = save(platform.id, [{ ...key, field_data_type: 'password' }])
    await waiting(db)
    await keepFilled(tx, secrets, { fields, target, values: { key: 'meanwhile' } })
    await tx.commit().execute()
    expect((await saved).status).toBe(200)
    expect((await kept(platform.id)).map((row) => [row.value, secrets.open(row.secret!)])).toEqual([
      [null, 'meanwhile'],
    ])
  })

  test('are encrypted for more vendors than one statement covers', async () => {
    const platform = await makePlatform()
    const [key] = (await save(platform.id, [field('Key', 0)])).body.fields
    const { target } = await fillIn(platform, { key: 'key 0' })
    const { db, secrets } = h.services
    await sql`
      with stores as (
        insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to)
        select ${target.vendor_id}::int, 'Shop ' || n, ${platform.market_id}::int, '{}'
        from generate_series(1, 600) n
        returning vendor_store_id, vendor_id)
      insert into platform_field_value (platform_field_id, vendor_id, vendor_store_id, value)
      select ${key.platform_field_id}::int, vendor_id, vendor_store_id,
        'key ' || row_number() over (order by vendor_store_id)
      from stores`.execute(db)
    await save(platform.id, [{ ...key, field_data_type: 'password' }])
    const opened = (await kept(platform.id)).map((row) => row.value ?? secrets.open(row.secret!))
    expect(new Set(opened)).toEqual(new Set(Array.from({ length: 601 }, (_, n) => `key ${n}`)))
    expect((await kept(platform.id)).every((row) => row.value === null)).toBe(true)
  })

  test('are removed with their field, which is counted first and logged', async () => {
    const platform = await makePlatform()
    const [old] = (await save(platform.id, [field('Old', 0)])).body.fields
    await fillIn(platform, { old: 'x' })
    expect(await weigh(platform.id, [], [old.platform_field_id])).toMatchObject({
      losing: 1,
      effects: [{ field_handle: 'old', effect: 'lost', vendors: 1 }],
    })
    // another field of the name may take the handle at once
    const { body } = await save(platform.id, [field('Old', 0)], { deleted_fields: [old.platform_field_id] })
    expect(handles(body)).toEqual(['old'])
    expect(await kept(platform.id)).toEqual([])
    const { message } = await h.services.db
      .selectFrom('activity')
      .select('message')
      .where('type', '=', 'platform.fields')
      .where('entity_id', '=', String(platform.id))
      .orderBy('activity_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(message).toContain('values of 1 vendor deleted')
  })

  test('can’t be removed while someone else has a vendor who filled them in locked', async () => {
    const platform = await makePlatform()
    const [old] = (await save(platform.id, [field('Old', 0)])).body.fields
    const { vendor_id } = await fillIn(platform, { old: 'x' })
    const holder = await staff(h, 'finance')
    await holder.post('/api/vendor/lock', { vendor_id, reason: 'Refund' })
    const remove = (by = c) => save(platform.id, [], { deleted_fields: [old.platform_field_id] }, by)
    const refused = await remove()
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^This would delete values of .+'s shop, locked by other people/),
    ])
    expect(await kept(platform.id)).toHaveLength(1)
    expect((await remove(holder)).status).toBe(200)
  })

  test('are counted if their field becomes required or is hidden by a condition', async () => {
    const platform = await makePlatform()
    const [mode, extra] = (await save(platform.id, [field('Mode', 0), field('Extra', 1)])).body.fields
    await fillIn(platform, { mode: 'a', extra: 'x' })
    await fillIn(platform, { mode: 'b' })
    const when = { conditions: [{ field_handle: 'mode', value: 'b', not_equal: false }] }
    expect((await weigh(platform.id, [mode, { ...extra, ...when }])).effects).toEqual([
      { field_handle: 'extra', effect: 'hidden', vendors: 1 },
    ])
    expect((await weigh(platform.id, [mode, { ...extra, required: true }])).effects).toEqual([
      { field_handle: 'extra', effect: 'asked', vendors: 1 },
    ])
  })
})
