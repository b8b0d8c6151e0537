import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { onlyReads, operations, type Operation } from '#contract/operation.ts'
import { client, harness, makeLogin, type Client } from './test/harness.ts'

const h = harness()
let caller: Client
let admin: Client
beforeAll(async () => {
  admin = await client(h, (await makeLogin(h, 'admin')).email)
})

const writes = [...operations(contract)].filter(
  ({ op }) => !onlyReads(op) && op.method !== 'GET' && !op.by_address,
)
const path = (op: Operation) =>
  op.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'token' || name === 'key' ? 'x'.repeat(20) : '1',
  )

async function refused(op: Operation, url: string, payload: object | string | undefined) {
  caller = op.access === 'public' ? await client(h) : admin
  const reply = await h.app.inject({
    method: op.method,
    url,
    headers: {
      ...caller.raw.headers,
      cookie: caller.raw.cookie,
      ...(op.encoding === 'form' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(payload !== undefined && { payload }),
  })
  return [reply.statusCode, reply.json().error?.fields]
}

describe('a field of no meaning is refused by its name, never dropped, by', () => {
  const isRows = ({ body }: Operation) => body?._zod.def.type === 'array'
  test.each(writes.filter(({ op }) => op.encoding !== 'multipart'))('$name in its body', async ({ op }) => {
    const body = op.encoding === 'form' ? 'no_such_field=1' : { no_such_field: 1 }
    const [status, fields] = await refused(op, path(op), isRows(op) ? [body] : body)
    expect([status, fields]).toEqual([
      400,
      expect.objectContaining({ [isRows(op) ? '0.no_such_field' : 'no_such_field']: 'Unknown field' }),
    ])
  })
  test.each(writes.filter(({ op }) => op.encoding !== 'multipart'))('$name in its query', async ({ op }) => {
    const [status, fields] = await refused(op, `${path(op)}?no_such_field=1`, op.body ? {} : undefined)
    expect([status, fields]).toEqual([400, expect.objectContaining({ no_such_field: 'Unknown field' })])
  })
})
