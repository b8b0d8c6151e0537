import { handleOf } from '#contract/platforms/handles.ts'
import { keepFilled, holdFields } from '#server/areas/platforms/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import {
  amazon,
  amazonValues,
  ftp,
  ftpValues,
  helpText,
  shopify,
  shopifyValues,
  type Field,
} from './platform-forms.ts'

interface Platform {
  name: string
  /** Its markets by id; unused ones are created with these names. */
  markets: Readonly<Record<number, string>>
  flags?: object
  url?: string
  fields?: readonly Field[]
  /** Became required after vendors had filled in the form. */
  later?: readonly Field[]
}
const platforms: readonly Platform[] = [
  {
    name: 'Amazon',
    markets: { 9: 'Amazon', 44: 'Amazon UK', 76: 'Amazon Canada', 24: 'Amazon Germany' },
    flags: {
      is_marketplace: true,
      is_purchasable: true,
      supports_order_automation: true,
    },
    url: 'https://sell.amazon.example.com',
    fields: amazon,
  },
  { name: 'eBay', markets: { 1: 'eBay' }, flags: { is_marketplace: true, is_purchasable: true } },
  {
    name: 'Magento',
    markets: { 34: 'Magento' },
    flags: { is_purchasable: true },
    fields: ftp,
    later: [{ field_name: 'Store code', required: true }],
  },
  {
    name: 'Shopify',
    markets: { 39: 'Shopify', 122: 'Shopify Plus' },
    flags: { is_purchasable: true, supports_order_automation: true, hide_confirm_integration_type: true },
    url: 'https://shopify.example.com',
    fields: shopify,
  },
  { name: 'VirtueMart', markets: { 36: 'VirtueMart' }, fields: ftp },
  {
    name: 'Walmart',
    markets: { 63: 'Walmart', 136: 'Walmart Canada' },
    flags: { is_marketplace: true, is_purchasable: true, requires_pro_plan: true },
  },
  { name: 'WooCommerce', markets: {} },
  { name: 'XCart', markets: { 48: 'XCart' }, flags: { is_purchasable: true }, fields: ftp },
  {
    name: 'Zentail',
    markets: { 123: 'Zentail' },
    flags: { is_mcm: true, supports_order_automation: true, requires_enterprise_plan: true },
  },
]

/** The platforms with their markets, fields, and vendors' values for stores and integrations. */
export async function seedPlatforms(tx: Tx, secrets: Secrets): Promise<void> {
  for (const { name, markets, flags, url = '', fields = [], later = [] } of platforms) {
    const { platform_id } = await tx
      .insertInto('platform')
      .values({ platform_name: name, platform_handle: handleOf(name), display_url: url, ...flags })
      .returning('platform_id')
      .executeTakeFirstOrThrow()
    for (const [id, market_name] of Object.entries(markets))
      await tx
        .insertInto('market')
        .values({ market_id: Number(id), market_name, platform_id })
        .onConflict((c) => c.column('market_id').doUpdateSet({ platform_id }))
        .execute()
    if (Object.keys(markets).length > 1) await spread(tx, Object.keys(markets).map(Number))
    const [first] = Object.keys(markets)
    if (first)
      await tx
        .updateTable('platform')
        .set({ market_id: Number(first) })
        .where('platform_id', '=', platform_id)
        .execute()
    await addFields(tx, platform_id, fields, 0)
    if (fields.length > 0) await fillIn(tx, secrets, platform_id, fields)
    await addFields(tx, platform_id, later, fields.length)
  }
}

/** Some of the vendors in one market sell in the platform's others. */
async function spread(tx: Tx, markets: readonly number[]): Promise<void> {
  await sql`
    update vendor_market_map
    set market_id = (${markets}::int[])[1 + vendor_market_map_id % ${markets.length}::int]
    where market_id = any(${markets}::int[])
      and vendor_market_map_id % 3 = 0`.execute(tx)
}

async function addFields(tx: Tx, platform_id: number, fields: readonly Field[], from: number): Promise<void> {
  for (const [i, { field_data_options = helpText(''), conditions = [], ...field }] of fields.entries())
    await tx
      .insertInto('platform_field')
      .values({
        field_data_type: 'text',
        ...field,
        show_hide_for_market: null,
        platform_id,
        field_handle: handleOf(field.field_name),
        field_order: from + i,
        field_data_options: JSON.stringify(field_data_options),
        conditions: JSON.stringify(conditions),
      })
      .execute()
}

function valuesOf(fields: readonly Field[], id: number) {
  if (fields === ftp) return ftpValues(id)
  return fields === amazon ? amazonValues(id) : shopifyValues(id)
}

/** Fills in values for stores or integrations, depending on what the platform's fields describe. */
async function fillIn(
  tx: Tx,
  secrets: Secrets,
  platform_id: number,
  describedFields: readonly Field[],
): Promise<void> {
  const fields = await holdFields(tx, platform_id)
  const { rows } = await sql<{ id: number; vendor_id: number; market_id: number }>`
    select ${describedFields === ftp ? sql`s.vendor_store_id` : sql`s.vendor_market_map_id`} as id, s.vendor_id,
      s.market_id
    from ${describedFields === ftp ? sql`vendor_store` : sql`vendor_market_map`} s
    join market k using (market_id)
    where k.platform_id = ${platform_id}
    order by 1
    limit 60`.execute(tx)
  for (const { id, ...target } of rows) {
    const owner = describedFields === ftp ? { vendor_store_id: id } : { vendor_market_map_id: id }
    const values = valuesOf(describedFields, id)
    await keepFilled(tx, secrets, { fields, target: { ...target, ...owner }, values })
  }
}
