import { z } from 'zod'
import { Fault } from '../../reach/steps.ts'
import { throttled, type Shop } from '../ask.ts'
import { askShopify, shopifyBase } from './graphql.ts'

const query = `{
  locations(first: 250, includeInactive: true) { nodes { id name isActive } }
  metafieldDefinitions(first: 250, ownerType: PRODUCT) { nodes { namespace key name type { name } } }
}`
const field = z.object({
  namespace: z.string(),
  key: z.string(),
  name: z.string(),
  type: z.object({ name: z.string() }),
})
const facts = z.object({
  locations: z.object({
    nodes: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
  }),
  metafieldDefinitions: z.object({ nodes: z.array(field) }),
})

/** What a Shopify store has; a throttle comes as an answer like any other. */
export async function readShopify(shop: Shop, path: string) {
  const { data, errors } = await askShopify(shop, shopifyBase(path), { query })
  const codes = errors.flatMap((error) => error.extensions?.code ?? [])
  if (codes.includes('THROTTLED')) throw throttled()
  if (codes.includes('ACCESS_DENIED'))
    throw new Fault('The token may not read locations or metafields.', 'Give it that permission in Shopify.')
  const read = facts.safeParse(data)
  if (!read.success)
    throw new Fault('Shopify refuses the question.', 'Check the token’s permissions in Shopify.')
  const { locations, metafieldDefinitions } = read.data
  return {
    locations: locations.nodes.map(({ id, name, isActive }) => ({ location_id: id, name, active: isActive })),
    metafields: metafieldDefinitions.nodes.map(({ type, ...more }) => ({ ...more, type: type.name })),
  }
}
