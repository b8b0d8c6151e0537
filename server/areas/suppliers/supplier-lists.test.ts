import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('the lists on the basic info page', () => {
  const read = async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const { body } = await c.get(`/api/suppliers/${id}`)
    const save = (more: object) =>
      c.post(`/api/suppliers/${id}`, {
        dropshipper: body.dropshipper,
        max_file_age_allowed_in_days: 3,
        ...more,
      })
    return { id, body, save }
  }
  test('add, create and remove categories, locations, currencies and feed fields in one save', async () => {
    const { body, save } = await read()
    const { body: saved } = await save({
      new_categories: ['Lamps', 'LAMPS', 'Rugs'],
      deleted_categories: [body.dropshipper_categories[0].catalog_category_id],
      added_shipping_locations: [2],
      deleted_shipping_locations: [1],
      dropshipper_currencies: [1, 2],
      dropshipper_custom_feed_fields: [
        { name: 'Account', required: true, field_order: 1 },
        { name: 'Region', required: false, field_order: 0 },
      ],
    })
    expect(saved).toMatchObject({
      dropshipper_categories: [{ catalog_category_name: 'Lamps' }, { catalog_category_name: 'Rugs' }],
      dropshipper_shipping_locations: [{ dropshipper_location_name: 'Canada' }],
      dropshipper_currencies: [{ currency_name: 'Dollar' }, { currency_name: 'Pound' }],
      dropshipper_custom_feed_fields: [{ name: 'Region' }, { name: 'Account', required: true }],
    })
    const [region, account] = saved.dropshipper_custom_feed_fields
    const { body: swapped } = await save({
      dropshipper_custom_feed_fields: [
        { ...region, name: 'Account' },
        { ...account, name: 'Region' },
      ],
    })
    expect(swapped.dropshipper_custom_feed_fields).toMatchObject([
      { custom_feed_field_id: region.custom_feed_field_id, name: 'Account' },
      { name: 'Region' },
    ])
    expect(swapped.dropshipper_currencies).toHaveLength(2)
  })
  test('require a location and a category, name any errors, and then change nothing', async () => {
    const { id, body, save } = await read()
    const category = body.dropshipper_categories[0].catalog_category_id
    expect((await save({ deleted_categories: [category] })).body.error).toMatchObject({
      message: messages.formErrorsListed,
      fields: { dropshipper_categories: expect.any(String) },
    })
    expect((await save({ deleted_shipping_locations: [1] })).body.error.fields).toHaveProperty(
      'dropshipper_shipping_locations',
    )
    expect(
      (await save({ added_shipping_locations: [999], added_categories: [999_999] })).body.error.fields,
    ).toEqual({
      added_shipping_locations: 'Shipping location not found',
      added_categories: 'You need to select a category first',
    })
    expect((await save({ new_categories: ['Kept?', ' '] })).body.error.fields).toEqual({
      'new_categories.1': 'You need to enter a category name to create',
    })
    const twice = [1, 2].map((field_order) => ({ name: 'Twin', required: false, field_order }))
    expect(
      (await save({ new_categories: ['Kept?'], dropshipper_custom_feed_fields: twice })).body.error.fields,
    ).toHaveProperty(['dropshipper_custom_feed_fields.1.name'])
    const { body: after } = await c.get(`/api/suppliers/${id}`)
    expect(after.dropshipper_categories).toEqual(body.dropshipper_categories)
    expect(
      after.all_categories.map((k: { catalog_category_name: string }) => k.catalog_category_name),
    ).not.toContain('Kept?')
  })
  test('keep the text and links of a description and remove active content, on saving and reading', async () => {
    const { id, body, save } = await read()
    const description =
      '<p onclick="x()">Fast <b>and</b> <a href="javascript:x()">free</a>' +
      '<script>x()</script><img src=x onerror=x()></p>'
    const { body: saved } = await save({ dropshipper: { ...body.dropshipper, description } })
    expect(saved.dropshipper.description).toBe(
      '<p>Fast <b>and</b> <a rel="noopener noreferrer nofollow" target="_blank">free</a></p>',
    )
    await h.services.db
      .updateTable('dropshipper')
      .set({ policy_info: '<p>a</p><script>b</script>' })
      .where('dropshipper_id', '=', id)
      .execute()
    expect((await c.get(`/api/suppliers/${id}`)).body.dropshipper.policy_info).toBe('<p>a</p>')
  })
})
