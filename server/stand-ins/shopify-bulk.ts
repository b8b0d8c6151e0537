import { readQuery, type Field } from './graphql.ts'
import { Refusal } from './shopify-writes.ts'
import type { Values } from './shopify.ts'
import type { StandInAnswer, StandInRequest } from './stand-in.ts'

interface Operation {
  id: string
  kind: 'query' | 'mutation'
  status: string
  text: string
  lines: string[]
  /** How often it was polled. */
  polls: number
  results: string[]
}
interface BulkShop {
  nextId: () => string
  mutate: (field: Field) => unknown
  everyVariant: (fields: readonly Field[] | undefined) => unknown[]
}

/** A file goes up in parts of a form, runs line by line, and its answers come out in an order of their own. */
export class ShopifyBulk {
  readonly operations: Operation[] = []
  /** How often it is polled before it has ended. */
  slow = 0
  /** How it ends, after how many of its lines. */
  ends: { status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED'; after?: number } = { status: 'COMPLETED' }
  /** Lines without an answer, though they were done. */
  silent: number[] = []
  /** The number of the first line. */
  first: 0 | 1 = 0
  /** How many run at once. */
  most = 5
  /** Whether the links to its files have expired. */
  expired = false
  /** How many of the next uploads are lost. */
  loses = 0

  private readonly shop: BulkShop
  private readonly files = new Map<string, string[]>()
  private address = ''

  constructor(shop: BulkShop) {
    this.shop = shop
  }

  readonly mutations: Record<string, (args: Values) => Values> = {
    stagedUploadsCreate: ({ input }) => ({
      stagedTargets: (input as { filename: string }[]).map(({ filename }) => ({
        url: `${this.address}/upload`,
        parameters: [
          { name: 'key', value: `tmp/${this.shop.nextId()}/${filename}` },
          { name: 'policy', value: 'eyJ9' },
        ],
      })),
      userErrors: [],
    }),
    bulkOperationRunMutation: ({ mutation, stagedUploadPath }) => {
      const lines = this.files.get(String(stagedUploadPath))
      return lines
        ? this.start('mutation', String(mutation), lines)
        : failedStart('The JSONL file could not be found.', 'NO_SUCH_FILE')
    },
    bulkOperationRunQuery: ({ query }) => this.start('query', String(query), []),
  }

  readonly queries = {
    bulkOperation: ({ id }: Values) => {
      const operation = this.operations.find((candidate) => candidate.id === id)
      return operation ? this.bodyOf(this.advance(operation)) : null
    },
    bulkOperations: ({ first, query }: Values) => ({
      nodes: this.operations
        .filter(({ kind }) => String(query) === `operation_type:${kind}`)
        .slice(0, Number(first))
        .map((operation) => this.bodyOf(operation)),
    }),
  }

  /** The addresses of its files, which need no token. */
  answer(request: StandInRequest): StandInAnswer | undefined {
    this.address = request.address
    if (request.path === '/upload') {
      if (this.loses > 0) this.loses--
      else this.upload(request.body)
      return { status: 201, headers: { 'content-type': 'application/xml' }, body: '<PostResponse/>' }
    }
    const [, id] = /^\/files\/(\d+)\.jsonl$/.exec(request.path) ?? []
    if (id === undefined) return undefined
    const operation = this.operations.find((candidate) => candidate.id.endsWith(`/${id}`))
    if (!operation || this.expired) return { status: 403, body: '<Error><Code>ExpiredToken</Code></Error>' }
    return {
      headers: { 'content-type': 'application/jsonl' },
      body: `${operation.results.join('\n')}\n`,
    }
  }

  private upload(form: string): void {
    const parts = form.split(/--feedstock[\w-]+(?:--)?\r\n/).filter((part) => part !== '')
    const valueOf = (name: string) => {
      const part = parts.find((candidate) => candidate.includes(`name="${name}"`)) ?? ''
      return part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, '')
    }
    const lines = valueOf('file').split('\n')
    this.files.set(
      valueOf('key'),
      lines.filter((line) => line !== ''),
    )
  }

  private start(kind: Operation['kind'], text: string, lines: string[]): Values {
    const running = this.operations.filter(
      (operation) => operation.kind === kind && operation.status === 'RUNNING',
    )
    if (running.length >= this.most)
      return failedStart('A bulk operation for this app and shop is already in progress.', 'LIMIT_REACHED')
    const id = `gid://shopify/BulkOperation/${this.shop.nextId()}`
    const operation: Operation = { id, kind, status: 'RUNNING', text, lines, polls: 0, results: [] }
    this.operations.unshift(operation)
    return { bulkOperation: this.bodyOf(operation), userErrors: [] }
  }

  private bodyOf({ id, status, text, results }: Operation): Values {
    const link = results.length > 0 ? `${this.address}/files/${id.split('/').at(-1)}.jsonl` : null
    const isComplete = status === 'COMPLETED'
    return {
      id,
      status,
      errorCode: status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null,
      objectCount: String(results.length),
      query: text,
      url: isComplete ? link : null,
      partialDataUrl: isComplete || status === 'RUNNING' ? null : link,
    }
  }

  /** Once it was polled often enough, all of it is done at once. */
  private advance(operation: Operation): Operation {
    if (operation.status !== 'RUNNING' || operation.polls++ < this.slow) return operation
    const { status, after = Infinity } = this.ends
    operation.status = status
    operation.results =
      operation.kind === 'query' ? this.runQuery(operation) : this.runMutation(operation, after)
    return operation
  }

  private runQuery({ text }: Operation): string[] {
    const [variants] = readQuery(text, {}).fields
    const node = variants?.fields?.[0]?.fields?.[0]
    return this.shop.everyVariant(node?.fields).map((variant) => JSON.stringify(variant))
  }

  private runMutation({ text, lines }: Operation, after: number): string[] {
    const results = lines.slice(0, after).map((line, i) => {
      const { fields } = readQuery(text, JSON.parse(line) as Values)
      return JSON.stringify({ ...this.runLine(fields), __lineNumber: i + this.first })
    })
    const answers = results.filter((_, i) => !this.silent.includes(i))
    return [...answers.filter((_, i) => i % 2 === 1), ...answers.filter((_, i) => i % 2 === 0)]
  }

  private runLine(fields: readonly Field[]): Values {
    try {
      return { data: Object.fromEntries(fields.map((field) => [field.alias, this.shop.mutate(field)])) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { data: null, errors: [{ message: error.message, extensions: { code: error.code } }] }
    }
  }
}

const failedStart = (message: string, code: string) => ({
  bulkOperation: null,
  userErrors: [{ message, code, field: null }],
})
