import { isSame } from '#contract/activity/parts.ts'
import type { Parsed } from '#contract/index.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import { many } from '#contract/words.ts'
import { isOpenTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { fate } from './effects.ts'
import { editedFields, lockPlatform } from './known-platform.ts'
import { planFields, type PlannedField } from './plan.ts'
import { readFields, readPlatform } from './read.ts'

/** Saves a platform's fields and their order, and adjusts the values that vendors filled in. */
export async function savePlatformFields(ctx: Ctx, { params, body }: Parsed<'savePlatformFields'>) {
  const id = params.platform_id
  await write(ctx, async (tx, logActivity) => {
    await lockPlatform(tx, id)
    await refuseStale(tx, ctx, editedFields(id), body.version)
    const currentFields = await readFields(tx, id)
    const plannedFields = await planFields(tx, id, currentFields, body)
    const changes = changesOf(currentFields, plannedFields)
    if (!changes) return
    await refuseLockedLoss(ctx, tx, currentFields, plannedFields)
    const losing = await settleValues(tx, ctx.secrets, currentFields, plannedFields)
    await writeFields(tx, id, currentFields, plannedFields)
    await logActivity({
      type: 'platform.fields',
      entity: 'platform',
      entity_id: id,
      message:
        `Fields changed: ${Object.keys(changes).join(', ')}` +
        (losing > 0 ? `; values of ${many(losing, 'vendor')} deleted` : ''),
      changes,
    })
  })
  return readPlatform(ctx.db, id)
}

/**
 * Changes field by field, under each handle, and of the order; a field that is added or removed changes
 * from or to nothing.
 */
function changesOf(currentFields: readonly KeptField[], plannedFields: readonly PlannedField[]) {
  const stays = new Set(plannedFields.map((field) => field.platform_field_id))
  const retaken = currentFields.filter(
    (field) =>
      !stays.has(field.platform_field_id) &&
      plannedFields.some((plan) => plan.field_handle === field.field_handle),
  )
  const before: Record<string, unknown> = {
    ...byHandle(currentFields),
    ...Object.fromEntries(retaken.map((field) => [`${field.field_handle} (deleted)`, field])),
  }
  const after: Record<string, unknown> = byHandle(plannedFields)
  const handles = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const asBefore = (key: string) => before[key] ?? null
  return differences(
    Object.fromEntries(handles.map((key) => [key, asBefore(key)])),
    // the database orders an object's keys in its own way
    Object.fromEntries(
      handles.map((key) => [key, isSame(before[key], after[key]) ? asBefore(key) : (after[key] ?? null)]),
    ),
  )
}

const byHandle = (fields: readonly (KeptField | PlannedField)[]) => ({
  ...Object.fromEntries(
    fields.map(({ platform_field_id: _id, field_order: _order, field_handle, ...field }) => [
      field_handle,
      field,
    ]),
  ),
  // handles have no spaces, so one may be called `order`
  'order of fields': fields.map((field) => field.field_handle),
})

/** Values that a locked vendor filled in aren't removed while somebody else works on that vendor. */
async function refuseLockedLoss(
  requester: Pick<Ctx, 'clock' | 'who'>,
  tx: Tx,
  currentFields: readonly KeptField[],
  plannedFields: readonly PlannedField[],
): Promise<void> {
  const { rows } = await sql<{ company: string }>`
    select v.company
    from vendor v
    where v.vendor_id in (
        select vendor_id
        from platform_field_value
        where platform_field_id = any(${fatesOfFields(currentFields, plannedFields, 'lost', 'forgotten')}::int[]))
      and not ${isOpenTo(requester)}
    order by v.vendor_id
    limit 10`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(({ company }) => company).join(', ')
  throw conflict(`This would delete values of ${names}, locked by other people. Try again when they’re done`)
}

/** The fields whose values meet one of these fates. */
const fatesOfFields = (
  currentFields: readonly KeptField[],
  plannedFields: readonly PlannedField[],
  ...fates: (string | null)[]
): number[] =>
  currentFields.flatMap((field) => {
    const becomes = plannedFields.find((plan) => plan.platform_field_id === field.platform_field_id)
    return fates.includes(fate(field, becomes)) ? [field.platform_field_id] : []
  })

/**
 * Deletes the values of deleted fields and of fields that are no longer secret, and seals new secrets.
 * @returns how many vendors lost a value
 */
async function settleValues(
  tx: Tx,
  secrets: Secrets,
  currentFields: readonly KeptField[],
  plannedFields: readonly PlannedField[],
): Promise<number> {
  for (const id of fatesOfFields(currentFields, plannedFields, 'sealed')) await sealValues(tx, secrets, id)
  const { rows } = await sql<{ vendor_id: number }>`
    with gone as (
      delete from platform_field_value
      where platform_field_id = any(${fatesOfFields(currentFields, plannedFields, 'lost', 'forgotten')}::int[])
      returning vendor_id)
    select distinct vendor_id from gone`.execute(tx)
  return rows.length
}

async function sealValues(tx: Tx, secrets: Secrets, id: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ value: string }>`
      select distinct value
      from platform_field_value
      where platform_field_id = ${id} and value is not null
      limit 500`.execute(tx)
    if (rows.length === 0) return
    const sealedRows = rows.map(({ value }) => ({ value, secret: secrets.seal(value) }))
    await sql`
      update platform_field_value v
      set value = null, secret = x.secret
      from jsonb_to_recordset(${JSON.stringify(sealedRows)}::jsonb) as x(value text, secret text)
      where v.platform_field_id = ${id} and v.value = x.value`.execute(tx)
  }
}

async function writeFields(
  tx: Tx,
  id: number,
  currentFields: readonly KeptField[],
  plannedFields: readonly PlannedField[],
): Promise<void> {
  const stays = new Set(plannedFields.flatMap((field) => field.platform_field_id ?? []))
  const removedIds = currentFields.flatMap(({ platform_field_id }) =>
    stays.has(platform_field_id) ? [] : [platform_field_id],
  )
  await sql`delete from platform_field where platform_field_id = any(${removedIds})`.execute(tx)
  for (const { platform_field_id, ...field } of plannedFields) {
    const row = {
      ...field,
      platform_id: id,
      field_data_options: JSON.stringify(field.field_data_options),
      show_hide_for_market: field.show_hide_for_market && JSON.stringify(field.show_hide_for_market),
      conditions: JSON.stringify(field.conditions),
    }
    if (platform_field_id === undefined) await tx.insertInto('platform_field').values(row).execute()
    else
      await tx
        .updateTable('platform_field')
        .set(row)
        .where('platform_field_id', '=', platform_field_id)
        .execute()
  }
}
