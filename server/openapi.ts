import { z } from 'zod'
import { operations, refusalsOf, type Contract, type Operation } from '#contract/operation.ts'
import { errorBody, refusalStatus } from '#contract/refusals.ts'

type Json = Record<string, unknown>
const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json

/** The contract as an OpenAPI 3.1 document. */
export function openApi(contract: Contract, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const { area, name, op } of operations(contract))
    (paths[op.path] ??= {})[op.method.toLowerCase()] = describe(area, name, op)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Feedstock',
      version,
      description:
        'Generated from the contract. Every write needs X-XSRF-TOKEN; all errors have the same shape. With ' +
        '`viewing` in the query (the ID of a customer view of this session), a call is made as that customer.',
    },
    paths,
    components: { schemas: { Error: schemaOf(errorBody, 'output') } },
  }
}

function describe(area: string, name: string, op: Operation): Json {
  const parameters = (schema: z.core.$ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(schema?._zod.def.shape ?? {}).map(([key, value]) => ({
      name: key,
      in: place,
      required: place === 'path' || !z.safeParse(value, undefined).success,
      schema: schemaOf(value, 'input'),
    }))
  const media = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
  }[op.encoding ?? 'json']
  const body = bodySchema(op)
  return {
    operationId: name,
    tags: [area],
    summary: op.summary,
    'x-access': op.access,
    parameters: [...parameters(op.params, 'path'), ...parameters(op.query, 'query')],
    ...(body && { requestBody: { required: true, content: { [media]: { schema: body } } } }),
    responses: {
      ...success(op),
      ...refusals(op),
    },
  }
}

function bodySchema(op: Operation): Json | undefined {
  if (op.body) return schemaOf(op.body, 'input')
  if (op.encoding !== 'multipart' || op.file === undefined) return undefined
  const properties = { [op.file]: { type: 'string', format: 'binary' } }
  return { type: 'object', required: [op.file], properties }
}

function success(op: Operation): Json {
  if (typeof op.answer === 'object') {
    const content = { 'application/json': { schema: schemaOf(op.answer, 'output') } }
    return { 200: { description: 'Response', content } }
  }
  if (op.answer === 'empty') return { 204: { description: 'Done' } }
  if (op.answer === 'file')
    return { 200: { description: 'A file', content: { 'application/octet-stream': {} } } }
  const schema = op.event ? schemaOf(op.event, 'output') : {}
  return { 200: { description: 'Server-sent events', content: { 'text/event-stream': { schema } } } }
}

/** The statuses an operation refuses with, and the codes behind each. */
function refusals(op: Operation): Json {
  const byStatus = Map.groupBy(refusalsOf(op), (code) => refusalStatus[code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  )
}

const html = (text: unknown) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** The same as a readable page: every operation with its input and answer. */
export function openApiPage(document: Json): string {
  const rows: string[] = []
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
    for (const [method, op] of Object.entries(methods)) {
      const input = {
        parameters: op.parameters,
        body: Object.values(((op.requestBody as Json | undefined)?.content ?? {}) as Json)[0],
      }
      rows.push(
        `<details id="${html(op.operationId)}"><summary><b>${html(method.toUpperCase())}</b>
          <code>${html(path)}</code> <span>${html(op.summary)}</span> <i>${html(op['x-access'])}</i></summary>
          <h3>Input</h3><pre>${html(JSON.stringify(input, null, 2))}</pre>
          <h3>Answers</h3><pre>${html(JSON.stringify(op.responses, null, 2))}</pre></details>`,
      )
    }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Feedstock API</title>
<style>
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.4rem 0}
summary b{display:inline-block;width:4.5rem}
summary span{opacity:.8}
pre{overflow:auto;padding:1rem;border:1px solid #8884;border-radius:6px;max-height:30rem}
details{border-bottom:1px solid #8883}
</style>
<h1>Feedstock API</h1>
<p>${rows.length} operations. The document: <a href="/api/openapi.json">/api/openapi.json</a></p>
${rows.join('\n')}
</html>`
}
