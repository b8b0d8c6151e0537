import type { Parsed } from '#contract/index.ts'
import type { PricingSet } from '#contract/pricing/price-rules.ts'
import { sellingCurrencies, type CurrencyId, type PriceRule } from '#contract/pricing/rules.ts'
import { markupText, percentText, scopeText, type RuleNames } from '#contract/pricing/price-steps.ts'
import { markAllStoresBehind, resumePriced } from '#server/areas/stores/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { namesAlone } from '#server/platform/names-alone.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { readPriceSet } from '#server/areas/listings/public.ts'
import { editedPriceRules, readPricing } from './read.ts'
import { capitalize } from '#contract/words.ts'

/** Saves a vendor's price rules as a set; its stores are then sent the prices that changed. */
export async function savePriceRules(ctx: Ctx, { params, body }: Parsed<'savePriceRules'>) {
  const { vendor_id } = params
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseStale(tx, ctx, editedPriceRules(vendor_id), body.version)
    const previous = await readPriceSet(tx, vendor_id)
    const names = await knownNames(tx, vendor_id, previous, body)
    const before = loggedSet(previous, names)
    // what isn't named any more is gone
    const removedRules = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
    const changes = differences(before, { ...removedRules, ...loggedSet(body, names) })
    if (!changes) return
    await tx
      .updateTable('vendor')
      .set({ currency_id: body.currency_id, pricing_version: sql`pricing_version + 1` })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await keep(tx, vendor_id, body)
    await markAllStoresBehind(tx, vendor_id)
    await resumePriced(tx, vendor_id)
    await logActivity({
      type: 'pricing.save',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Price rules changed: ${Object.keys(changes).join('; ')}`.slice(0, 500),
      changes,
    })
  })
  return readPricing(ctx.db, vendor_id)
}

async function keep(tx: Tx, vendorId: number, { rules, rates }: PricingSet) {
  await tx.deleteFrom('price_rule').where('vendor_id', '=', vendorId).execute()
  await tx.deleteFrom('price_rate').where('vendor_id', '=', vendorId).execute()
  if (rules.length > 0)
    await tx
      .insertInto('price_rule')
      .values(
        rules.map((rule, place) => ({
          ...rule,
          vendor_id: vendorId,
          place,
          tiers: JSON.stringify(rule.tiers),
        })),
      )
      .execute()
  if (rates.length > 0)
    await tx
      .insertInto('price_rate')
      .values(rates.map((rate) => ({ ...rate, vendor_id: vendorId })))
      .execute()
}

/** What suppliers and markets are called; a rule of one that isn't there is refused by its field. */
async function knownNames(
  tx: Tx,
  vendorId: number,
  previous: PricingSet,
  { rules }: PricingSet,
): Promise<RuleNames> {
  const idsOf = <K extends 'dropshipper_id' | 'market_id'>(key: K) => [
    ...new Set([...previous.rules, ...rules].map((rule) => rule[key]).filter((id) => id !== null)),
  ]
  const { rows: suppliers } = await sql<{ id: number; name: string; subscribed: boolean }>`
    select d.dropshipper_id as id, d.supplier_name as name, s.vendor_id is not null as subscribed
    from dropshipper d
    left join subscription s on s.dropshipper_id = d.dropshipper_id and s.vendor_id = ${vendorId}
    where d.dropshipper_id = any(${idsOf('dropshipper_id')}::int[])`.execute(tx)
  const { rows: markets } = await sql<{ id: number; name: string }>`
    select market_id as id, market_name as name
    from market
    where market_id = any(${idsOf('market_id')}::int[])`.execute(tx)
  const supplier = new Map(suppliers.map((row) => [row.id, row]))
  const market = new Map(markets.map((row) => [row.id, row.name]))
  const previousSuppliers = new Set(previous.rules.map((rule) => rule.dropshipper_id))
  const faults: Record<string, string> = {}
  rules.forEach(({ dropshipper_id, market_id }, i) => {
    // a rule stays when its subscription ends: it may come back
    if (
      dropshipper_id !== null &&
      !supplier.get(dropshipper_id)?.subscribed &&
      !previousSuppliers.has(dropshipper_id)
    )
      faults[`rules.${i}.dropshipper_id`] = 'Not subscribed to this supplier'
    if (market_id !== null && !market.has(market_id)) faults[`rules.${i}.market_id`] = 'Market not found'
  })
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return {
    supplier: (id) => supplier.get(id)?.name ?? `supplier ${id}`,
    market: (id) => market.get(id) ?? `market ${id}`,
  }
}

/** A set as the log tells it: each rule under what it is of. */
function loggedSet({ rules, rates, currency_id }: PricingSet, names: RuleNames): Record<string, unknown> {
  const scope = (rule: PriceRule) => {
    const text = scopeText(rule, names)
    return capitalize(text)
  }
  const scopes = namesAlone(rules.map(scope))
  return Object.fromEntries([
    ['Currency', sellingCurrencies[currency_id as CurrencyId]],
    ...rates.map(({ code, rate }) => [`1 ${code}`, rate]),
    ...rules.map((rule, i) => [scopes[i]!, ruleSummary(rule)]),
  ])
}
function ruleSummary(rule: PriceRule): string {
  const tiers = rule.tiers.map(({ from, value }) => `${from}: ${value}`).join(', ')
  return [
    markupText(rule) + (tiers && ` (${tiers})`),
    rule.add_shipping && 'includes shipping',
    rule.add_dropship_fee && 'includes dropship fee',
    rule.minimum_margin !== null && `minimum margin ${percentText(rule.minimum_margin)}`,
    rule.ignore_map && 'ignores MAP',
    rule.cap_at_msrp && 'capped at the MSRP',
    rule.round_to !== null && `ends in .${String(rule.round_to).padStart(2, '0')}`,
  ]
    .filter(Boolean)
    .join(', ')
}
