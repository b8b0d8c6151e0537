import type { RequestOf } from '#contract/approvals/approvals.ts'
import type { Parsed } from '#contract/index.ts'
import { money } from '#contract/formats.ts'
import { carryOut } from '#server/areas/approvals/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedBilling, keepBilling, readBilling } from './read.ts'
import { vendorAct } from './vendor-act.ts'

type ExtraList = Parsed<'saveBillingExtras'>['body']['billing_extras']

export const extrasAct = vendorAct<RequestOf<'extras'>>({
  act: 'extras',
  keep: keepBilling,
  async perform({ ctx, tx, logActivity, vendor_id }, { body }) {
    await refuseStale(tx, ctx, editedBilling(vendor_id), body.version)
    await refuseUnknown(tx, vendor_id, body.billing_extras)
    const before = await readCosts(tx, vendor_id)
    await tx.deleteFrom('billing_extra').where('vendor_id', '=', vendor_id).execute()
    if (body.billing_extras.length > 0)
      await tx
        .insertInto('billing_extra')
        .values(body.billing_extras.map(({ id, billing_extra_cost }) => ({ ...id, billing_extra_cost })))
        .execute()
    const after = await readCosts(tx, vendor_id)
    const removedExtras = Object.fromEntries(Object.keys(before).map((name) => [name, null]))
    const changes = differences(before, { ...removedExtras, ...after })
    if (!changes) return 'No changes'
    const text = Object.entries(changes)
      .map(([name, { to }]) => (to === null ? `${name} removed` : `${name} ${to as string} a month`))
      .join(', ')
    await logActivity({
      type: 'billing.extras',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Extras: ${text}`.slice(0, 500),
      changes,
      reason: body.reason || null,
    })
    return text
  },
})

/** Saves a vendor's billing extras as a whole set. */
export async function saveBillingExtras(ctx: Ctx, { params, body }: Parsed<'saveBillingExtras'>) {
  const waiting = await carryOut(ctx, extrasAct, { ...params, body })
  return { ...(await readBilling(ctx.db, ctx.clock, params.vendor_id)), waiting }
}

/** Each extra's monthly cost as text, by name. */
async function readCosts(tx: Tx, vendorId: number): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string; cost: string }>`
    select billing_extra_name as name, billing_extra_cost as cost
    from billing_extra
    join billing_extra_type using (billing_extra_type_id)
    where vendor_id = ${vendorId}
    order by lower(billing_extra_name)`.execute(tx)
  return Object.fromEntries(rows.map((row) => [row.name, money(row.cost)]))
}

async function refuseUnknown(tx: Tx, vendorId: number, extras: ExtraList) {
  const ids = extras.map((extra) => extra.id.billing_extra_type_id)
  const knownIds = new Set(
    (
      await tx
        .selectFrom('billing_extra_type')
        .select('billing_extra_type_id')
        .where('billing_extra_type_id', 'in', [...ids, 0])
        .execute()
    ).map((row) => row.billing_extra_type_id),
  )
  const faults: Record<string, string> = {}
  extras.forEach(({ id }, i) => {
    const path = `billing_extras.${i}.id`
    if (id.vendor_id !== vendorId) faults[`${path}.vendor_id`] = 'This extra belongs to another vendor'
    else if (!knownIds.has(id.billing_extra_type_id))
      faults[`${path}.billing_extra_type_id`] = 'Extra not found'
    else if (ids.indexOf(id.billing_extra_type_id) !== i)
      faults[`${path}.billing_extra_type_id`] = 'Listed twice'
  })
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** Adds an extra that vendors can be billed for. */
export const addBillingExtraType = (ctx: Ctx, { body }: Parsed<'addBillingExtraType'>) =>
  write(ctx, async (tx, logActivity) => {
    const { billing_extra_name } = body
    const extraType = await tx
      .insertInto('billing_extra_type')
      .values({ billing_extra_name })
      .onConflict((c) => c.doNothing())
      .returning(['billing_extra_type_id', 'billing_extra_name'])
      .executeTakeFirst()
    if (!extraType) throw conflict(`An extra named “${billing_extra_name}” already exists`)
    await logActivity({
      type: 'billing.extra_type',
      entity: 'billing_extra_type',
      entity_id: extraType.billing_extra_type_id,
      message: `Extra added: ${billing_extra_name}`,
    })
    return extraType
  })
