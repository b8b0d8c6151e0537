import { z } from 'zod'
import { ask, ShopFault, withMeter, type MeteredShop, type Shop } from '../ask.ts'

/** A Zentail account, and the warehouse whose stock it writes. */
export interface ZentailAccount {
  shop: MeteredShop
  /** The path below which the interface is. */
  base: string
  headers: Record<string, string>
  /** undefined: it wasn’t looked up yet. */
  warehouse: Warehouse | undefined
}

export const openZentailAccount = (shop: Shop, base: string): ZentailAccount => ({
  shop: withMeter(shop),
  base,
  headers: { authorization: shop.token },
  warehouse: undefined,
})

const mostPages = 20
export const zentailId = z.union([z.string(), z.number()]).transform(String)
const warehousePage = z
  .object({
    results: z.array(
      z.object({
        id: zentailId.optional(),
        warehouseId: zentailId.optional(),
        name: z.string(),
        canUpdateInventory: z.boolean().default(false),
      }),
    ),
    nextToken: z.string().nullish(),
    pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
  })
  .transform(({ results, nextToken, pagination }) => ({
    next: nextToken ?? pagination?.nextToken,
    locations: results.map(({ id, warehouseId, name, canUpdateInventory }) => ({
      location_id: warehouseId ?? id ?? '',
      name,
      can_update_inventory: canUpdateInventory,
    })),
  }))
type WarehousePage = z.output<typeof warehousePage>
type Warehouse = WarehousePage['locations'][number]

/** The warehouses of a Zentail account. The link to the next page is a whole address. */
export async function readZentail(shop: Shop, base = '') {
  const locations: Warehouse[] = []
  let path: string | null | undefined = `${base}/v1/warehouses`
  for (let pages = 0; path && pages < mostPages; pages++) {
    const page: WarehousePage = await ask(shop, {
      path,
      headers: { authorization: shop.token },
      answer: warehousePage as unknown as z.ZodType<WarehousePage>,
    })
    locations.push(...page.locations)
    path = page.next
  }
  return { locations }
}

/** The warehouse whose stock the token may write. */
export async function findWarehouse(account: ZentailAccount): Promise<Warehouse> {
  if (account.warehouse) return account.warehouse
  const { locations } = await readZentail(account.shop, account.base)
  const warehouse = locations.find((location) => location.can_update_inventory)
  if (!warehouse)
    throw new ShopFault(
      'permission',
      'The token can’t update stock in any warehouse.',
      'Allow it to update a warehouse in Zentail’s settings.',
    )
  return (account.warehouse = warehouse)
}
