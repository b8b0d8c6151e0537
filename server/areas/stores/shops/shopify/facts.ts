import { z } from 'zod'
import { Fault } from '../../reach/steps.ts'
import { throttled, type Shop } from '../ask.ts'
import { codesOf, postQuery, signInToShopify } from './graphql.ts'

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

/** A Shopify store’s locations and metafields. */
export async function readShopify(shop: Shop, path: string, clientId: string) {
  const answer = await postQuery(signInToShopify(shop, path, clientId), { query })
  const codes = codesOf(answer)
  if (codes.includes('THROTTLED')) throw throttled()
  if (codes.includes('ACCESS_DENIED'))
    throw new Fault('The token can’t read locations or metafields.', 'Add that permission in Shopify.')
  const read = facts.safeParse(answer.data)
  if (!read.success)
    throw new Fault('Shopify refused the request.', 'Check the token’s permissions in Shopify.')
  const { locations, metafieldDefinitions } = read.data
  return {
    locations: locations.nodes.map(({ id, name, isActive }) => ({ location_id: id, name, active: isActive })),
    metafields: metafieldDefinitions.nodes.map(({ type, ...definition }) => ({
      ...definition,
      type: type.name,
    })),
  }
}
