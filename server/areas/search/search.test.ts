import { beforeAll, expect, test } from 'vitest'
import { client, harness, makeLogin, staff, type Client } from '../../test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const labels = async (q: string) =>
  (await c.get(`/api/search?q=${encodeURIComponent(q)}`)).body.map(
    (f: { label: string }) => f.label,
  ) as string[]

test('a percent sign, an underscore and a backslash are sought as themselves, not as anything', async () => {
  for (const [prefix, name] of [
    ['SALE', '50% Off Outlet'],
    ['UNDR', 'under_score Ltd'],
    ['BACK', 'back\\slash Inc'],
    ['PLAIN', 'Plain Goods'],
  ] as const)
    expect(
      (
        await c.post('/api/suppliers/insert', {
          supplier_name: name,
          supplier_prefix: prefix,
          supplier_type: 'standard',
        })
      ).status,
    ).toBe(200)
  expect(await labels('%')).toEqual(['50% Off Outlet'])
  expect(await labels('_')).toEqual(['under_score Ltd'])
  expect(await labels('\\')).toEqual(['back\\slash Inc'])
})

test('a NUL in any input is refused, and names its field', async () => {
  const refused = {
    status: 400,
    body: { error: { code: 'invalid', fields: { q: 'This holds a character that can’t be kept' } } },
  }
  expect(await c.get('/api/search?q=a%00b')).toMatchObject(refused)
  const { email } = await makeLogin(h, 'customer')
  const visitor = await client(h)
  expect(
    await visitor.post('/api-public/account/login', { login: `${email}\0`, password: 'x' }),
  ).toMatchObject({ status: 400 })
  expect(await c.post('/api/suppliers/', { query: 'a\0b' })).toMatchObject({ status: 400 })
})
