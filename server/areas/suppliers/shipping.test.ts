import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('shipping methods', () => {
  test('are each mapped once, with the specification’s texts', async () => {
    const { body: added } = await c.post('/api/suppliers/insert', {
      supplier_name: 'Shipper',
      supplier_prefix: 'SHIP',
      supplier_type: 'standard',
    })
    const { body: oim } = await c.get(`/api/suppliers/shipping/${added.dropshipper_id}/get-oim-suppliers`)
    expect(oim).toMatchObject([{ supplier_name: 'Shipper', is_custom: false, mapped: 0 }])
    const { supplier_id } = oim[0]
    const { body: carriers } = await c.get('/api/suppliers/shipping/carrier_and_methods')
    const ups = carriers.find((k: { carrier_name: string }) => k.carrier_name === 'UPS')
    const [ground] = ups.methods
    const row = {
      shipping_code: 'UPSG',
      supplier_carrier_name: 'United Parcel',
      ...ground,
      carrier_id: ups.carrier_id,
      carrier_name: 'UPS',
    }
    const add = (more: object = {}) =>
      c.post(`/api/suppliers/shipping/${supplier_id}/add-supplier-shipping`, { ...row, ...more })
    expect((await add()).body).toMatchObject([
      { shipping_code: 'UPSG', carrier_name: 'UPS', method_name: 'Ground' },
    ])
    expect(await add({ shipping_code: 'AGAIN' })).toMatchObject({
      status: 409,
      body: { error: { message: 'UPS Ground has already been mapped' } },
    })
    expect((await add({ shipping_id: undefined })).body.error.fields).toEqual({
      shipping_id: 'Please select a shipping method',
    })
    expect((await add({ shipping_id: 9999 })).body.error.message).toBe('Please select a shipping method')
    const { body: mapped } = await c.get(`/api/suppliers/shipping/${supplier_id}`)
    expect(
      (await c.delete(`/api/suppliers/shipping/${supplier_id}/${mapped[0].supplier_shipping_id}`)).status,
    ).toBe(204)
    expect((await c.get(`/api/suppliers/shipping/${supplier_id}`)).body).toEqual([])
    expect((await c.get('/api/suppliers/shipping/99999')).status).toBe(404)
  })
})

test('a supplier’s own name comes first, then names given by users, without deleted ones', async () => {
  const { dropshipper_id } = await makeFeed(h)
  await h.services.db
    .insertInto('oim_supplier')
    .values([
      { dropshipper_id, supplier_name: 'A user’s', is_custom: true },
      { dropshipper_id, supplier_name: 'Gone', delete_tm: '2030-01-31T00:00:00Z' },
      { dropshipper_id, supplier_name: 'Its own' },
    ])
    .execute()
  const { body } = await c.get(`/api/suppliers/shipping/${dropshipper_id}/get-oim-suppliers`)
  expect(body.map((one: { supplier_name: string }) => one.supplier_name)).toEqual(['Its own', 'A user’s'])
})
