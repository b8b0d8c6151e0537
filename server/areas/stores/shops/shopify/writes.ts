import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { ShopFault, throttled } from '../ask.ts'
import { refusedOutcome, type Outcome } from '../market.ts'
import { queryShopify, type ShopifyAccount } from './account.ts'
import type { GraphqlError } from './graphql.ts'

const faults = 'userErrors { field message code }'
const plainFaults = 'userErrors { field message }'
/** The mutations, by Shopify’s names. Beside errors, an answer holds only a new product’s ids. */
const writes = {
  productUpdate: { takes: { product: 'ProductUpdateInput!' }, gives: plainFaults },
  productVariantsBulkUpdate: {
    takes: { productId: 'ID!', variants: '[ProductVariantsBulkInput!]!', allowPartialUpdates: 'Boolean' },
    gives: faults,
  },
  productSet: {
    takes: { identifier: 'ProductSetIdentifiers', input: 'ProductSetInput!', synchronous: 'Boolean' },
    gives: `product { id variants(first: 1) { nodes { id sku inventoryItem { id } } } } ${faults}`,
  },
  publishablePublish: { takes: { id: 'ID!', input: '[PublicationInput!]!' }, gives: plainFaults },
  productDelete: { takes: { input: 'ProductDeleteInput!' }, gives: plainFaults },
  productVariantsBulkDelete: { takes: { productId: 'ID!', variantsIds: '[ID!]!' }, gives: faults },
} as const
/** Each costs 10 points; a query may cost 1,000. */
export const mostSteps = 50

export type Write = keyof typeof writes
/** One write for one row; `key` if Shopify needs one. */
export interface Step {
  sku: string
  write: Write
  args: Readonly<Record<string, unknown>>
  key?: string
}

const userError = z.object({
  field: z.array(z.string()).nullish(),
  message: z.string(),
  code: z.string().nullish(),
})
type UserError = z.output<typeof userError>
const ids = z.object({ id: z.string() })
export const writeAnswer = z.object({
  userErrors: z.array(userError),
  product: z
    .object({
      id: z.string(),
      variants: z.object({
        nodes: z.array(z.object({ id: z.string(), sku: z.string().nullish(), inventoryItem: ids })),
      }),
    })
    .nullish(),
})
export type WriteAnswer = z.output<typeof writeAnswer>

/** Carries out steps of several rows in one query, in their order. @returns the answer to each */
export async function takeSteps(account: ShopifyAccount, steps: readonly Step[]): Promise<WriteAnswer[]> {
  if (steps.length === 0) return []
  const variables: Record<string, unknown> = {}
  const declarations: string[] = []
  const fields = steps.map(({ write, args, key }, i) => {
    const { takes, gives } = writes[write]
    const types: Readonly<Record<string, string>> = takes
    const argTexts = Object.entries(args).map(([name, value]) => {
      variables[`m${i}_${name}`] = value
      declarations.push(`$m${i}_${name}: ${types[name] ?? ''}`)
      return `${name}: $m${i}_${name}`
    })
    return `m${i}: ${write}(${argTexts.join(', ')})${key ? ` @idempotent(key: "${key}")` : ''} { ${gives} }`
  })
  const { data, errors } = await queryShopify(
    account,
    { query: `mutation (${declarations.join(', ')}) { ${fields.join('\n')} }`, variables },
    z.record(z.string(), writeAnswer.nullable()),
  )
  return steps.map((_step, i) => data[`m${i}`] ?? { userErrors: [missingAnswer(errors, `m${i}`)] })
}
const missingAnswer = (errors: readonly GraphqlError[], alias: string): UserError => {
  const error = errors.find(({ path }) => path?.[0] === alias)
  return {
    message: error?.message ?? 'Shopify’s response doesn’t include it.',
    code: error?.extensions?.code,
  }
}

/** A write as a named operation that runs for each line of a file. */
export function textOf(write: Write, name: string): string {
  const { takes, gives } = writes[write]
  const declarations = Object.entries(takes).map(([arg, type]) => `$${arg}: ${type}`)
  const args = Object.keys(takes).map((arg) => `${arg}: $${arg}`)
  return `mutation ${name}(${declarations.join(', ')}) { ${write}(${args.join(', ')}) { ${gives} } }`
}

/** A quantity to set. It is absolute, so that setting it twice changes nothing. */
export interface Level {
  sku: string
  item: string
  quantity: number
}
const setAnswer = z.object({
  inventorySetQuantities: z.object({ userErrors: z.array(userError) }).nullable(),
})
/** The limit of a list at Shopify. */
export const mostLevels = 250
const mostPasses = 6

/**
 * Sets quantities at one location, where Shopify stocks the items by that. One wrong line keeps Shopify from setting
 * any, so the others are sent again without it.
 */
export async function setLevels(
  account: ShopifyAccount,
  location: string,
  levels: readonly Level[],
  key: () => string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let remainingLevels = levels
  for (let pass = 0; remainingLevels.length > 0; pass++) {
    const wrong = new Map<Level, UserError>()
    let isKeyUsed = false
    for (const error of await setOnce(account, location, remainingLevels, key())) {
      if (error.code === 'IDEMPOTENCY_CONCURRENT_REQUEST') throw throttled(databaseNow() + concurrentMs)
      const level = remainingLevels[Number(error.field?.[2] ?? NaN)]
      isKeyUsed = error.code?.startsWith('IDEMPOTENCY_') ?? false
      if ((!level && !isKeyUsed) || pass === mostPasses)
        throw new ShopFault(
          'invalid',
          `Shopify refused the stock: ${error.message}`,
          'Check the quantities.',
          {
            status: 400,
          },
        )
      if (level) wrong.set(level, error)
    }
    for (const [level, error] of wrong) outcomes.push(refusedFor(level.sku, error))
    // a key that failed before is good for nothing: the same goes again under the next
    remainingLevels = wrong.size > 0 || isKeyUsed ? remainingLevels.filter((level) => !wrong.has(level)) : []
  }
  return outcomes
}
/** A request under the same key is still worked on. */
const concurrentMs = 5000

async function setOnce(account: ShopifyAccount, locationId: string, levels: readonly Level[], key: string) {
  const quantities = levels.map(({ item, quantity }) => ({
    inventoryItemId: item,
    locationId,
    quantity,
    changeFromQuantity: null,
  }))
  const { data, errors } = await queryShopify(
    account,
    {
      query: `mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
        inventorySetQuantities(input: $input) @idempotent(key: $key) { ${faults} }
      }`,
      variables: { input: { name: 'available', reason: 'correction', quantities }, key },
    },
    setAnswer,
  )
  return data.inventorySetQuantities?.userErrors ?? [missingAnswer(errors, 'inventorySetQuantities')]
}

/** By Shopify’s code, otherwise by its message. */
export const causeOf = ({ code, message }: UserError): Refusal =>
  causes.find(([pattern]) => pattern.test(code ?? '') || pattern.test(message))?.[1] ?? 'invalid'
export const refusedFor = (sku: string, error: UserError): Outcome =>
  refusedOutcome(sku, causeOf(error), error.message)
const causes: readonly (readonly [pattern: RegExp, cause: Refusal])[] = [
  [/DOES_NOT_EXIST|NOT_FOUND|INVALID_INVENTORY_ITEM|not exist|not be found|not found/, 'missing'],
  [/NOT_UNIQUE|ALREADY_EXISTS|TAKEN|already (exists|been taken)/, 'conflict'],
  [/STALE|COMPARE/, 'stale'],
  [/DAILY|VARIANT_LIMIT|[Dd]aily variant/, 'quota'],
  [/TOO_(LONG|LARGE|BIG|MANY)|too (long|large|many)/, 'tooLarge'],
  [/ACCESS_DENIED|[Aa]ccess denied/, 'permission'],
]
