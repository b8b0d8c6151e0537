import { z } from 'zod'
import { ask, eachLine, ShopFault, type Shop } from '../ask.ts'
import type { openShopifyGraphql } from './graphql.ts'

/** A file of lines may have so many bytes; Shopify took a fifth of it before its version of 2026-01. */
const mostBytes = 100_000_000
const userErrors = z.array(z.object({ message: z.string(), code: z.string().nullish() }))
const staged = z.object({
  stagedUploadsCreate: z.object({
    stagedTargets: z
      .array(
        z.object({ url: z.string(), parameters: z.array(z.object({ name: z.string(), value: z.string() })) }),
      )
      .nullable(),
    userErrors,
  }),
})
const shownFields = 'id status errorCode objectCount query url partialDataUrl'
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
const begun = z.object({ begun: z.object({ bulkOperation: operation.nullable(), userErrors }) })
const listed = z.object({ bulkOperations: z.object({ nodes: z.array(operation) }) })
const one = z.object({ bulkOperation: operation.nullable() })

/** What became of the wish to begin one: it runs; others run, so that it waits; Shopify doesn't take it. */
export type Begun =
  | { operation: string }
  | { state: 'full' }
  | { state: 'refused'; code: string; text: string }
/** A name by which an operation is known again: it stands in the text that Shopify keeps of it. */
export const nameOf = (key: string): string => `feedstock_${key.replaceAll(/\W/g, '_')}_`

/** Shopify's bulk operations: a file of lines goes in, another comes out after a while. */
export function openShopifyBulk(shop: Shop, { query, state }: ReturnType<typeof openShopifyGraphql>) {
  const metered = { ...shop, meter: state.meter }

  /** @returns where the lines lie now */
  const upload = async (lines: readonly string[]): Promise<string> => {
    const input = { resource: 'BULK_MUTATION_VARIABLES', filename: 'lines.jsonl', mimeType: 'text/jsonl' }
    const { data } = await query(
      {
        query: `mutation ($input: [StagedUploadInput!]!) {
          stagedUploadsCreate(input: $input) {
            stagedTargets { url parameters { name value } } userErrors { message } } }`,
        variables: { input: [{ ...input, httpMethod: 'POST' }] },
      },
      staged,
    )
    const { stagedTargets, userErrors: errors } = data.stagedUploadsCreate
    const target = stagedTargets?.[0]
    const path = target?.parameters.find(({ name }) => name === 'key')?.value
    if (!target || path === undefined)
      throw fileFault(errors[0]?.message ?? 'Shopify gives no address for a file.')
    const { body, boundary } = formOf(target.parameters, lines)
    await atFiles(() =>
      ask(metered, {
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

  /** The one of this name, where it was begun already: its answer may have been lost. */
  const find = async (kind: 'query' | 'mutation', name: string): Promise<Operation | undefined> => {
    const { data } = await query(
      {
        query: `query ($search: String!) {
          bulkOperations(first: 50, query: $search, sortKey: CREATED_AT) { nodes { ${shownFields} } } }`,
        variables: { search: `operation_type:${kind}` },
      },
      listed,
    )
    return data.bulkOperations.nodes.find((node) => node.query.includes(` ${name}`))
  }

  /** Begins one, or finds the one of this name. */
  const begin = async (
    kind: 'query' | 'mutation',
    { name, text, path }: { name: string; text: string; path?: string },
  ): Promise<Begun> => {
    const had = await find(kind, name)
    if (had) return { operation: had.id }
    const asked =
      kind === 'query'
        ? 'mutation ($text: String!) { begun: bulkOperationRunQuery(query: $text)'
        : 'mutation ($text: String!, $path: String!) { begun: bulkOperationRunMutation(mutation: $text, stagedUploadPath: $path)'
    const { data } = await query(
      {
        query: `${asked} { bulkOperation { ${shownFields} } userErrors { message code } } }`,
        variables: { text, ...(path !== undefined && { path }) },
      },
      begun,
    )
    const { bulkOperation, userErrors: errors } = data.begun
    if (bulkOperation) return { operation: bulkOperation.id }
    const { code = '', message = 'Shopify did not begin it.' } = errors[0] ?? {}
    return code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED'
      ? { state: 'full' }
      : { state: 'refused', code: code ?? '', text: message }
  }

  const look = async (id: string): Promise<Operation | undefined> => {
    const { data } = await query(
      { query: `query ($id: ID!) { bulkOperation(id: $id) { ${shownFields} } }`, variables: { id } },
      one,
    )
    return data.bulkOperation ?? undefined
  }

  /** What has come out of it, or of the part that was done; nothing where its file is kept no longer. */
  const read = async ({ url, partialDataUrl }: Operation): Promise<string[]> => {
    const lines: string[] = []
    const address = url ?? partialDataUrl
    if (address === null) return lines
    try {
      await eachLine(metered, address, (line) => lines.push(line))
      return lines
    } catch (error) {
      if (error instanceof ShopFault && [403, 404, 410].includes(error.status ?? 0)) return []
      throw error
    }
  }

  return { upload, begin, look, read }
}
/** It goes on; or it has ended, and how. */
export const runs = ({ status }: Operation): boolean =>
  status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING'

/** The lines as a form's file, after the fields that the address asks for. */
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

/** So many of the first lines go into one file, at least one. */
export function fitting(lines: readonly string[], most = mostBytes): number {
  // what stands around the lines
  let bytes = 10_000
  const over = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > most)
  return over < 0 ? lines.length : Math.max(1, over)
}

const fileFault = (sentence: string) => new ShopFault('outage', sentence, 'It is tried again by itself.')
/** That the address of a file refuses it says nothing of the shop's login. */
async function atFiles<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ShopFault) || error.status === undefined || error.status >= 500) throw error
    throw fileFault(`Shopify’s address of a file refuses it (${error.status}).`)
  }
}
