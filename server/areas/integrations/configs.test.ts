import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness } from '#server/test/harness.ts'
import { integrationsOf } from '#server/test/integrations.ts'
import { describedField } from '#server/test/stores/platform-fields.ts'

const h = harness({ worker: true })
const market_id = 9
const on = integrationsOf(h, market_id)
const { integrated, store, behind, upToDate, activity, get, save } = on

describe('an integration’s market configuration', () => {
  const choices = (...values: string[]) => values.map((value) => ({ value, label: value }))
  beforeAll(async () => {
    const { db } = h.services
    const config = (config_name: string, more: object = {}) => ({
      market_id,
      config_name,
      config_label: config_name,
      config_type: 'text',
      config_options: '[]',
      ...more,
    })
    await db
      .insertInto('market_config')
      .values([
        config('condition', {
          config_type: 'select',
          config_options: JSON.stringify(choices('new', 'used')),
          default_value: 'new',
          is_needed: true,
        }),
        config('countries', {
          config_type: 'select_multiple',
          config_options: JSON.stringify(choices('US', 'CA', 'MX')),
        }),
        config('handling_days', { config_type: 'number', default_value: '2' }),
      ])
      .execute()
    const [platform] = (await on.c.get('/api/platform/')).body
    const field = (name: string, order: number, more: object = {}) => describedField(name, order, { ...more })
    const answer = await on.c.post(`/api/platform/${platform.platform_id}/fields`, {
      fields: [
        field('Seller id', 1, { required: true }),
        field('Token', 2, { field_data_type: 'password' }),
        field('Days', 3, {
          field_data_type: 'number',
          connects_with_type: 'market',
          connects_with: 'handling_days',
        }),
        field('Images', 4, {
          field_data_type: 'checkbox',
          connects_with_type: 'setting',
          connects_with: 'image_upload',
        }),
        field('Alt text', 5, {
          conditions: [{ field_handle: 'images', value: 'true', not_equal: false }],
        }),
      ],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
  const configs = async (path: string) => (await get(path)).configs
  const fill = (path: string, values: object, more: object = {}, by = on.c) =>
    by.post(`${path}/configs`, { values, ...more })
  const rows = async () =>
    (
      await h.services.db
        .selectFrom('integration_config')
        .innerJoin('market_config', 'market_config.market_config_id', 'integration_config.market_config_id')
        .innerJoin(
          'vendor_market_map',
          'vendor_market_map.vendor_market_map_id',
          'integration_config.vendor_market_map_id',
        )
        .select(['config_name', 'config_value'])
        .where('vendor_id', '=', on.vid)
        .orderBy('config_name')
        .execute()
    ).map((row) => [row.config_name, row.config_value])

  test('starts with its defaults and doesn’t repeat a field that the platform already has', async () => {
    const path = await integrated()
    const { fields, values, open } = await configs(path)
    expect(fields.map((f: { field_handle: string }) => f.field_handle)).toEqual([
      'seller_id',
      'token',
      'days',
      'images',
      'alt_text',
      'market:condition',
      'market:countries',
    ])
    // the default of a setting that a platform's field asks for goes by that field's handle
    expect(values).toEqual({ 'market:condition': 'new', days: '2' })
    expect(open).toBe(1)
  })
  test('is answered and saved by the market’s own names, too, the default beside what was chosen', async () => {
    const path = await integrated()
    const known = async () =>
      Object.fromEntries(
        (await configs(path)).market_configs.map(({ config_name, ...row }: { config_name: string }) => [
          config_name,
          row,
        ]),
      )
    const { condition, countries, handling_days } = await known()
    expect(condition).toEqual({
      market_config_id: expect.any(Number),
      config_type: 'select',
      field_handle: 'market:condition',
      default_value: 'new',
      config_value: null,
    })
    expect(handling_days).toMatchObject({ field_handle: 'days', default_value: '2', config_value: null })
    await fill(path, { seller_id: 'A1' })
    const byIds = (market_configs: object[]) => on.c.post(`${path}/configs`, { market_configs })
    const saved = await byIds([
      { market_config_id: condition.market_config_id, config_value: 'used' },
      { market_config_id: countries.market_config_id, config_value: 'US~MX' },
    ])
    expect([saved.status, saved.body.error]).toEqual([200, undefined])
    expect(await known()).toMatchObject({
      condition: { default_value: 'new', config_value: 'used' },
      countries: { config_type: 'select_multiple', config_value: 'US~MX' },
    })
    expect((await configs(path)).values).toMatchObject({ 'market:condition': 'used' })
    await byIds([{ market_config_id: condition.market_config_id, config_value: null }])
    expect(await known()).toMatchObject({ condition: { config_value: null } })
    expect((await byIds([{ market_config_id: 99_999, config_value: 'x' }])).body.error.fields).toEqual({
      'market_configs.0.market_config_id': 'Market setting not found',
    })
  })
  test('keeps two fields with the same name apart', async () => {
    const path = await integrated()
    await h.services.db
      .insertInto('market_config')
      .values({
        market_id,
        config_name: 'own_id',
        config_label: 'Seller id',
        config_type: 'text',
        config_options: '[]',
      })
      .execute()
    const values = { seller_id: 'A1', 'market:own_id': 'M1' }
    await fill(path, values)
    await fill(path, { ...values, seller_id: 'A2' })
    expect((await configs(path)).values).toMatchObject({ ...values, seller_id: 'A2' })
    expect((await activity('integration.configs'))[0]).toMatchObject({
      changes: { 'Seller id': { from: 'A1', to: 'A2' } },
    })
    await h.services.db.deleteFrom('integration_config').execute()
    await h.services.db.deleteFrom('market_config').where('config_name', '=', 'own_id').execute()
  })
  test('is saved as filled in: several values joined by ~, defaults left out', async () => {
    const path = await integrated()
    const shop = await store()
    await upToDate(shop)
    const answer = await fill(path, {
      seller_id: 'A1',
      token: 'very secret',
      days: '5',
      alt_text: 'From the feed',
      'market:condition': 'new',
      'market:countries': 'US~MX',
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.configs).toMatchObject({
      values: { seller_id: 'A1', days: '5', 'market:countries': 'US~MX' },
      set: ['token'],
      open: 0,
    })
    expect(JSON.stringify(answer.body)).not.toContain('very secret')
    expect(await rows()).toEqual([
      ['countries', 'US~MX'],
      ['handling_days', '5'],
    ])
    expect(await behind(shop)).toBe(true)
    const [log] = await activity('integration.configs')
    expect(log.changes).toMatchObject({ Token: { from: null, to: 'set' }, Days: { from: '2', to: '5' } })
    const kept = await sql<{ secret: string }>`
      select secret from platform_field_value where vendor_id = ${on.vid} and secret is not null`.execute(
      h.services.db,
    )
    expect(h.services.secrets.open(kept.rows[0]!.secret)).toBe('very secret')
    // what isn't named stays
    expect((await fill(path, { 'market:countries': null })).status).toBe(200)
    expect(await configs(path)).toMatchObject({ values: { seller_id: 'A1', days: '5' }, set: ['token'] })
    expect(await rows()).toEqual([['handling_days', '5']])
  })
  test('is unchanged if another integration goes back to its default', async () => {
    const path = await integrated()
    await on.subscribed()
    const another = await integrated()
    for (const at of [path, another]) await fill(at, { seller_id: 'A1', days: '5' })
    expect((await fill(path, { days: '2' })).status).toBe(200)
    expect((await configs(another)).values).toMatchObject({ days: '5' })
    expect(await rows()).toEqual([['handling_days', '5']])
  })

  test('names each invalid field and saves nothing', async () => {
    const path = await integrated()
    const wrong = await fill(path, {
      'market:countries': 'US~XX',
      'market:condition': '',
      days: 'x',
      who: '1',
    })
    expect(wrong.body.error.fields).toEqual({
      'values.seller_id': 'Required',
      'values.market:countries': 'Choose from the options',
      'values.market:condition': 'Required',
      'values.days': 'Enter a number such as 12.5',
      'values.who': 'Field not found',
    })
    expect(await rows()).toEqual([])
  })
  test('follows the integration’s own settings if its platform has a field for one', async () => {
    const path = await integrated()
    await fill(path, { seller_id: 'A1', alt_text: 'Shown' })
    expect((await configs(path)).values).toMatchObject({ alt_text: 'Shown' })
    await save(path, { image_upload: false })
    const { rows } = await sql<{ value: string }>`
      select value
      from platform_field_value
      join platform_field using (platform_field_id)
      where vendor_id = ${on.vid} and field_handle = 'images'`.execute(h.services.db)
    expect(rows).toEqual([{ value: 'false' }])
    // not asked any more: neither checked nor kept, and what was filled in stays
    expect((await fill(path, { alt_text: 'Hidden', seller_id: 'A2' })).status).toBe(200)
    await save(path, { image_upload: true })
    expect((await configs(path)).values).toMatchObject({ alt_text: 'Shown', seller_id: 'A2' })
  })
  test('has its own version to merge two people’s changes', async () => {
    const path = await integrated()
    const { version } = await configs(path)
    await fill(path, { seller_id: 'Theirs' }, {}, on.other)
    const refused = await fill(path, { seller_id: 'Mine' }, { version })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toMatchObject([{ field: 'Seller id', to: 'Theirs' }])
    expect((await save(path, { sell_below_map: true }, { version: (await get(path)).version })).status).toBe(
      200,
    )
  })
})
