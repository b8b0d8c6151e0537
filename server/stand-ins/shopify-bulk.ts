import { readQuery, type Field } from './graphql.ts'
import { Refusal } from './shopify-writes.ts'
import type { Given } from './shopify.ts'
import type { StandInRequest, StandInAnswer } from './stand-in.ts'

interface Operation {
  id: string
  kind: 'query' | 'mutation'
  status: string
  text: string
  lines: string[]
  /** How often it was asked about. */
  asked: number
  results: string[]
}
/** The bulk operations of a shop, and what goes wrong with the next of them. */
export interface Bulk {
  operations: Operation[]
  /** It is asked about so often before it has ended. */
  slow: number
  /** How it ends, after so many of its lines. */
  ends: { status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED'; after?: number }
  /** Lines of which nothing is said, though they were done. */
  silent: number[]
  /** The number of the first line. */
  first: 0 | 1
  /** So many run at once. */
  most: number
  /** The links to its files are no good any more. */
  expired: boolean
  /** A file that was uploaded is lost. */
  loses: number
}
interface Of {
  token: () => string
  mutate: (field: Field) => unknown
  everyVariant: (fields: readonly Field[] | undefined) => unknown[]
}

/** A file goes up in parts of a form, runs line by line, and its answers come out in an order of their own. */
export function shopifyBulk({ token, mutate, everyVariant }: Of) {
  const files = new Map<string, string[]>()
  const state: Bulk = {
    operations: [],
    slow: 0,
    ends: { status: 'COMPLETED' },
    silent: [],
    first: 0,
    most: 5,
    expired: false,
    loses: 0,
  }
  let address = ''
  const running = (kind: Operation['kind']) =>
    state.operations.filter((one) => one.kind === kind && one.status === 'RUNNING').length
  const shown = (one: Operation): Given => {
    const link = one.results.length > 0 ? `${address}/files/${one.id.split('/').at(-1)}.jsonl` : null
    const whole = one.status === 'COMPLETED'
    return {
      id: one.id,
      status: one.status,
      errorCode: one.status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null,
      objectCount: String(one.results.length),
      query: one.text,
      url: whole ? link : null,
      partialDataUrl: whole || one.status === 'RUNNING' ? null : link,
    }
  }
  const begin = (kind: Operation['kind'], text: string, lines: string[]): Given => {
    if (running(kind) >= state.most)
      return failed('A bulk operation for this app and shop is already in progress.', 'LIMIT_REACHED')
    const id = `gid://shopify/BulkOperation/${token()}`
    const one: Operation = { id, kind, status: 'RUNNING', text, lines, asked: 0, results: [] }
    state.operations.unshift(one)
    return { bulkOperation: shown(one), userErrors: [] }
  }
  const failed = (message: string, code: string) => ({
    bulkOperation: null,
    userErrors: [{ message, code, field: null }],
  })
  /** Once it was asked about often enough it is done at a stroke. */
  const advance = (one: Operation): Operation => {
    if (one.status !== 'RUNNING' || one.asked++ < state.slow) return one
    const { status, after = Infinity } = state.ends
    one.status = status
    one.results = one.kind === 'query' ? queried(one) : mutated(one, after)
    return one
  }
  const queried = ({ text }: Operation) => {
    const [variants] = readQuery(text, {}).fields
    const node = variants!.fields![0]!.fields![0]!
    return everyVariant(node.fields).map((one) => JSON.stringify(one))
  }
  const mutated = ({ text, lines }: Operation, after: number) => {
    const done = lines.slice(0, after).map((line, i) => {
      const { fields } = readQuery(text, JSON.parse(line) as Given)
      return JSON.stringify({ ...answered(fields), __lineNumber: i + state.first })
    })
    const said = done.filter((_, i) => !state.silent.includes(i))
    return [...said.filter((_, i) => i % 2 === 1), ...said.filter((_, i) => i % 2 === 0)]
  }
  const answered = (fields: readonly Field[]): Given => {
    try {
      return { data: Object.fromEntries(fields.map((field) => [field.alias, mutate(field)])) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { data: null, errors: [{ message: error.message, extensions: { code: error.code } }] }
    }
  }

  const mutations: Record<string, (given: Given) => Given> = {
    stagedUploadsCreate: ({ input }) => ({
      stagedTargets: (input as { filename: string }[]).map(({ filename }) => {
        const key = `tmp/${token()}/${filename}`
        return {
          url: `${address}/upload`,
          parameters: [
            { name: 'key', value: key },
            { name: 'policy', value: 'eyJ9' },
          ],
        }
      }),
      userErrors: [],
    }),
    bulkOperationRunMutation: ({ mutation, stagedUploadPath }) => {
      const lines = files.get(String(stagedUploadPath))
      return lines
        ? begin('mutation', String(mutation), lines)
        : failed('The JSONL file could not be found.', 'NO_SUCH_FILE')
    },
    bulkOperationRunQuery: ({ query }) => begin('query', String(query), []),
  }
  const queries = {
    bulkOperation: ({ id }: Given) => {
      const one = state.operations.find((operation) => operation.id === id)
      return one ? shown(advance(one)) : null
    },
    bulkOperations: ({ first, query }: Given) => ({
      nodes: state.operations
        .filter(({ kind }) => String(query) === `operation_type:${kind}`)
        .slice(0, Number(first))
        .map(shown),
    }),
  }

  /** The addresses of its files, which ask for no token. */
  const answer = (asked: StandInRequest): StandInAnswer | undefined => {
    address = asked.address
    if (asked.path === '/upload') {
      if (state.loses > 0) state.loses--
      else upload(asked.body)
      return { status: 201, headers: { 'content-type': 'application/xml' }, body: '<PostResponse/>' }
    }
    const [, id] = /^\/files\/(\d+)\.jsonl$/.exec(asked.path) ?? []
    if (id === undefined) return undefined
    const one = state.operations.find((operation) => operation.id.endsWith(`/${id}`))
    if (!one || state.expired) return { status: 403, body: '<Error><Code>ExpiredToken</Code></Error>' }
    return { headers: { 'content-type': 'application/jsonl' }, body: `${one.results.join('\n')}\n` }
  }
  const upload = (form: string) => {
    const parts = form.split(/--feedstock[\w-]+(?:--)?\r\n/).filter((part) => part !== '')
    const valueOf = (name: string) => {
      const part = parts.find((one) => one.includes(`name="${name}"`)) ?? ''
      return part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '')
    }
    files.set(
      valueOf('key'),
      valueOf('file')
        .split('\n')
        .filter((line) => line !== ''),
    )
  }
  return { state, mutations, queries, answer }
}
