import { z } from 'zod'
import { ask, eachLine, ShopFault } from '../ask.ts'
import { queryShopify, type ShopifyAccount } from './account.ts'

// Shopify's bulk operations: a file of lines goes in, another comes out after a while.

/** The limit of a file of lines; before its version of 2026-01 Shopify took a fifth of it. */
const mostBytes = 100_000_000
const userErrors = z.array(z.object({ message: z.string(), code: z.string().nullish() }))
const operationFields = 'id status errorCode objectCount query url partialDataUrl'
const operation = z.object({
  id: z.string(),
  status: z.string(),
  errorCode: z.string().nullish(),
  /** A number that JSON has no room for. */
  objectCount: z.coerce.number(),
  query: z.string(),
  url: z.string().nullable(),
  partialDataUrl: z.string().nullable(),
})
export type Operation = z.output<typeof operation>

/** A name that identifies an operation: it is in the text that Shopify keeps of it. */
export const nameOf = (key: string): string => `feedstock_${key.replaceAll(/\W/g, '_')}_`

/** Whether it is still running, rather than ended. */
export const runs = ({ status }: Operation): boolean =>
  status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING'

const stagedUploads = z.object({
  stagedUploadsCreate: z.object({
    stagedTargets: z
      .array(
        z.object({ url: z.string(), parameters: z.array(z.object({ name: z.string(), value: z.string() })) }),
      )
      .nullable(),
    userErrors,
  }),
})

/** @returns the path of the uploaded lines */
export async function uploadLines(account: ShopifyAccount, lines: readonly string[]): Promise<string> {
  const input = { resource: 'BULK_MUTATION_VARIABLES', filename: 'lines.jsonl', mimeType: 'text/jsonl' }
  const { data } = await queryShopify(
    account,
    {
      query: `mutation ($input: [StagedUploadInput!]!) {
          stagedUploadsCreate(input: $input) {
            stagedTargets { url parameters { name value } } userErrors { message } } }`,
      variables: { input: [{ ...input, httpMethod: 'POST' }] },
    },
    stagedUploads,
  )
  const { stagedTargets, userErrors: errors } = data.stagedUploadsCreate
  const target = stagedTargets?.[0]
  const path = target?.parameters.find(({ name }) => name === 'key')?.value
  if (!target || path === undefined)
    throw fileFault(errors[0]?.message ?? 'Shopify provided no upload address.')
  const { body, boundary } = formOf(target.parameters, lines)
  await atFileAddress(() =>
    ask(account.shop, {
      path: target.url,
      elsewhere: true,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      mostBytes,
      answer: z.unknown(),
    }),
  )
  return path
}

/** What became of the start of an operation: it runs, it has to wait for others, or Shopify refused it. */
export type StartResult =
  | { operation: string }
  | { state: 'full' }
  | { state: 'refused'; code: string; text: string }

const startAnswer = z.object({ started: z.object({ bulkOperation: operation.nullable(), userErrors }) })
const startQuery = 'mutation ($text: String!) { started: bulkOperationRunQuery(query: $text)'
const startMutation =
  'mutation ($text: String!, $path: String!) { started: bulkOperationRunMutation(mutation: $text, stagedUploadPath: $path)'

/** Starts an operation, or finds the one of this name. */
export async function startOperation(
  account: ShopifyAccount,
  kind: 'query' | 'mutation',
  { name, text, path }: { name: string; text: string; path?: string },
): Promise<StartResult> {
  const existing = await findOperation(account, kind, name)
  if (existing) return { operation: existing.id }
  const start = kind === 'query' ? startQuery : startMutation
  const { data } = await queryShopify(
    account,
    {
      query: `${start} { bulkOperation { ${operationFields} } userErrors { message code } } }`,
      variables: { text, ...(path !== undefined && { path }) },
    },
    startAnswer,
  )
  const { bulkOperation, userErrors: errors } = data.started
  if (bulkOperation) return { operation: bulkOperation.id }
  const { code = '', message = 'Shopify didn’t start the operation.' } = errors[0] ?? {}
  return code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED'
    ? { state: 'full' }
    : { state: 'refused', code: code ?? '', text: message }
}

const operationList = z.object({ bulkOperations: z.object({ nodes: z.array(operation) }) })

/** The operation of this name, if it was started already: the answer to its start may have been lost. */
async function findOperation(
  account: ShopifyAccount,
  kind: 'query' | 'mutation',
  name: string,
): Promise<Operation | undefined> {
  const { data } = await queryShopify(
    account,
    {
      query: `query ($search: String!) {
          bulkOperations(first: 50, query: $search, sortKey: CREATED_AT) { nodes { ${operationFields} } } }`,
      variables: { search: `operation_type:${kind}` },
    },
    operationList,
  )
  return data.bulkOperations.nodes.find((node) => node.query.includes(` ${name}`))
}

const singleOperation = z.object({ bulkOperation: operation.nullable() })

export async function getOperation(account: ShopifyAccount, id: string): Promise<Operation | undefined> {
  const { data } = await queryShopify(
    account,
    { query: `query ($id: ID!) { bulkOperation(id: $id) { ${operationFields} } }`, variables: { id } },
    singleOperation,
  )
  return data.bulkOperation ?? undefined
}

/** The lines that came out of it, or of the part that was done; none if its file is kept no longer. */
export async function readResults(
  { shop }: ShopifyAccount,
  { url, partialDataUrl }: Operation,
): Promise<string[]> {
  const lines: string[] = []
  const address = url ?? partialDataUrl
  if (address === null) return lines
  try {
    await eachLine(shop, address, (line) => lines.push(line))
    return lines
  } catch (error) {
    if (error instanceof ShopFault && [403, 404, 410].includes(error.status ?? 0)) return []
    throw error
  }
}

/** The lines as a form's file, after the fields that the address needs. */
function formOf(fields: readonly { name: string; value: string }[], lines: readonly string[]) {
  const boundary = `feedstock${crypto.randomUUID()}`
  const parts = fields.map(
    ({ name, value }) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  )
  const file = `Content-Disposition: form-data; name="file"; filename="lines.jsonl"\r\nContent-Type: text/jsonl`
  const body = [...parts, `${file}\r\n\r\n${lines.join('\n')}\n`].map(
    (part) => `--${boundary}\r\n${part}\r\n`,
  )
  return { boundary, body: `${body.join('')}--${boundary}--\r\n` }
}

/** How many of the first lines go into one file: at least one. */
export function fitting(lines: readonly string[], limit = mostBytes): number {
  // the form around the lines
  let bytes = 10_000
  const firstTooMany = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > limit)
  return firstTooMany < 0 ? lines.length : Math.max(1, firstTooMany)
}

const fileFault = (sentence: string) => new ShopFault('outage', sentence, 'Retrying automatically.')
/** A refusal by a file's address says nothing about the shop's login. */
async function atFileAddress<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ShopFault) || error.status === undefined || error.status >= 500) throw error
    throw fileFault(`Shopify refused access to a file (${error.status}).`)
  }
}
