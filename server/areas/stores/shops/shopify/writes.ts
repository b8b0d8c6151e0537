import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { ShopFault } from '../ask.ts'
import { refused, type Outcome } from '../market.ts'
import type { openShopifyGraphql, Said } from './graphql.ts'

const faults = 'userErrors { field message code }'
const plainFaults = 'userErrors { field message }'
/** What is written, by Shopify's names; what is answered beside what was wrong is a new product's names. */
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
  inventoryActivate: {
    takes: { inventoryItemId: 'ID!', locationId: 'ID!', available: 'Int' },
    gives: plainFaults,
  },
} as const
/** Each costs 10 points; a question may cost 1,000. */
export const mostSteps = 50

export type Write = keyof typeof writes
/** One write for one row; `key` where Shopify wants one. */
export interface Step {
  sku: string
  write: Write
  given: Readonly<Record<string, unknown>>
  key?: string
}
type Graphql = ReturnType<typeof openShopifyGraphql>

const userError = z.object({
  field: z.array(z.string()).nullish(),
  message: z.string(),
  code: z.string().nullish(),
})
type UserError = z.output<typeof userError>
const ids = z.object({ id: z.string() })
export const written = z.object({
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
export type Written = z.output<typeof written>

/** Carries out steps of several rows as one question, in their order. @returns the answer to each */
export async function takeSteps({ query }: Graphql, steps: readonly Step[]): Promise<Written[]> {
  if (steps.length === 0) return []
  const variables: Record<string, unknown> = {}
  const declared: string[] = []
  const asked = steps.map(({ write, given, key }, i) => {
    const { takes, gives } = writes[write]
    const args = Object.entries(given).map(([name, value]) => {
      variables[`m${i}_${name}`] = value
      declared.push(`$m${i}_${name}: ${(takes as Record<string, string>)[name]!}`)
      return `${name}: $m${i}_${name}`
    })
    return `m${i}: ${write}(${args.join(', ')})${key ? ` @idempotent(key: "${key}")` : ''} { ${gives} }`
  })
  const { data, errors } = await query(
    { query: `mutation (${declared.join(', ')}) { ${asked.join('\n')} }`, variables },
    z.record(z.string(), written.nullable()),
  )
  return steps.map((_step, i) => data[`m${i}`] ?? { userErrors: [lost(errors, `m${i}`)] })
}
const lost = (errors: readonly Said[], alias: string): UserError => {
  const error = errors.find((one) => one.path?.[0] === alias)
  return { message: error?.message ?? 'Shopify said nothing of it.', code: error?.extensions?.code }
}

/** A write as an operation takes it for each of its lines, under a name of its own. */
export function textOf(write: Write, name: string): string {
  const { takes, gives } = writes[write]
  const declared = Object.entries(takes).map(([arg, type]) => `$${arg}: ${type}`)
  const args = Object.keys(takes).map((arg) => `${arg}: $${arg}`)
  return `mutation ${name}(${declared.join(', ')}) { ${write}(${args.join(', ')}) { ${gives} } }`
}

/** A quantity to set; `quantity` is absolute, so that telling it twice is telling it once. */
export interface Level {
  sku: string
  item: string
  quantity: number
}
const setAnswer = z.object({
  inventorySetQuantities: z.object({ userErrors: z.array(userError) }).nullable(),
})
/** A list of Shopify's takes so many. */
export const mostLevels = 250
const mostPasses = 6

/**
 * Sets quantities at one location. One line that is wrong keeps Shopify from setting any, so the others are
 * told again without it; what isn't stocked at the location yet is stocked there.
 */
export async function setLevels(
  graphql: Graphql,
  location: string,
  levels: readonly Level[],
  key: () => string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const unstocked: Level[] = []
  let left = levels
  for (let pass = 0; left.length > 0; pass++) {
    const wrong = new Map<Level, UserError>()
    for (const error of await setOnce(graphql, location, left, key())) {
      const level = left[Number(error.field?.[2] ?? NaN)]
      if (!level || pass === mostPasses)
        throw new ShopFault(
          'invalid',
          `Shopify refuses the stock: ${error.message}`,
          'Check the quantities.',
          {
            status: 400,
          },
        )
      wrong.set(level, error)
    }
    for (const [level, error] of wrong)
      if (error.code === 'ITEM_NOT_STOCKED_AT_LOCATION') unstocked.push(level)
      else outcomes.push(refusedFor(level.sku, error))
    left = wrong.size > 0 ? left.filter((level) => !wrong.has(level)) : []
  }
  for (let i = 0; i < unstocked.length; i += mostSteps) {
    const part = unstocked.slice(i, i + mostSteps)
    const answers = await takeSteps(
      graphql,
      part.map(({ sku, item, quantity: available }) => ({
        sku,
        write: 'inventoryActivate',
        given: { inventoryItemId: item, locationId: location, available },
        key: key(),
      })),
    )
    outcomes.push(
      ...answers.flatMap(({ userErrors: [error] }, n) => (error ? refusedFor(part[n]!.sku, error) : [])),
    )
  }
  return outcomes
}

async function setOnce({ query }: Graphql, locationId: string, levels: readonly Level[], key: string) {
  const quantities = levels.map(({ item, quantity }) => ({
    inventoryItemId: item,
    locationId,
    quantity,
    changeFromQuantity: null,
  }))
  const { data, errors } = await query(
    {
      query: `mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
        inventorySetQuantities(input: $input) @idempotent(key: $key) { ${faults} }
      }`,
      variables: { input: { name: 'available', reason: 'correction', quantities }, key },
    },
    setAnswer,
  )
  return data.inventorySetQuantities?.userErrors ?? [lost(errors, 'inventorySetQuantities')]
}

/** By Shopify's code, else by what it says. */
export const causeOf = ({ code, message }: UserError): Refusal =>
  causes.find(([said]) => said.test(code ?? '') || said.test(message))?.[1] ?? 'invalid'
export const refusedFor = (sku: string, error: UserError): Outcome =>
  refused(sku, causeOf(error), error.message)
const causes: readonly (readonly [said: RegExp, why: Refusal])[] = [
  [/DOES_NOT_EXIST|NOT_FOUND|INVALID_INVENTORY_ITEM|not exist|not be found|not found/, 'missing'],
  [/NOT_UNIQUE|ALREADY_EXISTS|TAKEN|already (exists|been taken)/, 'conflict'],
  [/STALE|COMPARE/, 'stale'],
  [/DAILY|VARIANT_LIMIT|[Dd]aily variant/, 'quota'],
  [/TOO_(LONG|LARGE|BIG|MANY)|too (long|large|many)/, 'tooLarge'],
  [/ACCESS_DENIED|[Aa]ccess denied/, 'permission'],
]
