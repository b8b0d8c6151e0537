import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations, type Operation } from '#contract/operation.ts'
import { mayCall, roles, type Role } from '#contract/roles.ts'
import { client, harness, makeLogin, type Client } from './test/harness.ts'

const h = harness()
/** One signed-in caller a role, since signing in is rate-limited; signing out, or ending its session, spends it. */
const callers = new Map<Role, Client>()
async function as(role: Role, op: Operation): Promise<Client> {
  const caller = callers.get(role) ?? (await client(h, (await makeLogin(h, role)).email))
  if (/\/(logout|sessions\/\{id\})$/.test(op.path)) callers.delete(role)
  else callers.set(role, caller)
  return caller
}
const path = (op: Operation) =>
  op.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'token' ? 'x'.repeat(20) : '1'))
const call = (c: Client, op: Operation) =>
  h.app.inject({
    method: op.method,
    url: path(op),
    headers: { ...c.raw.headers, cookie: c.raw.cookie, 'content-type': 'application/json' },
    ...(op.method !== 'GET' && { payload: '{}' }),
  })

describe.each([...operations(contract)].map(({ name, op }) => ({ id: name, op })))('$id', ({ op }) => {
  test.runIf(op.access !== 'public')('answers 401 without a login, before it checks the input', async () => {
    const c = await client(h)
    expect((await call(c, op)).statusCode).toBe(401)
  })
  test.runIf(op.method !== 'GET' && !op.by_address)('answers 400 without an app id', async () => {
    const c = op.access === 'public' ? await client(h) : await as('admin', op)
    const { 'app-id': _left, ...rest } = c.raw.headers
    const { statusCode, body } = await h.app.inject({
      method: op.method,
      url: path(op),
      headers: { ...rest, cookie: c.raw.cookie },
      payload: {},
    })
    expect([statusCode, body]).toEqual([400, expect.stringContaining('app-id')])
  })
  test.runIf(op.method !== 'GET' && !op.by_address)('answers 403 without the XSRF token', async () => {
    const c = op.access === 'public' ? await client(h) : await as('admin', op)
    const { 'x-xsrf-token': _gone, ...rest } = c.raw.headers
    expect(
      (
        await h.app.inject({
          method: op.method,
          url: path(op),
          headers: { ...rest, cookie: c.raw.cookie },
          payload: {},
        })
      ).statusCode,
    ).toBe(403)
  })
  test.runIf(op.access !== 'public')(
    'answers 403 to every role without permission, and admits the others',
    async () => {
      const allowed = mayCall[op.access as keyof typeof mayCall] as readonly string[]
      for (const role of roles) {
        // an endless stream would be let in for good; its refusals are what matters here
        if (op.answer === 'events' && allowed.includes(role)) continue
        const c = await as(role, op)
        const { statusCode } = await call(c, op)
        if (allowed.includes(role)) {
          expect([401, 403]).not.toContain(statusCode)
          expect(statusCode).toBeLessThan(500)
        } else expect(statusCode).toBe(403)
      }
    },
  )
})
