import { isQuiet } from '#contract/platforms/field-rules.ts'
import type { KeptField } from '#contract/platforms/fields.ts'
import { checkForm, shownFields } from '#contract/platforms/form.ts'
import type { Parsed } from '#contract/index.ts'
import type { Effect, PlatformEffects } from '#contract/platforms/platforms.ts'
import { byQuery } from '#server/platform/files/exported.ts'
import type { Ctx } from '#server/platform/services.ts'
import { filledQuery, type FilledIn } from './filled.ts'
import { requirePlatform } from './known-platform.ts'
import { planFields, type PlannedField } from './plan.ts'
import { readFields } from './read.ts'

/**
 * What saving these fields would do to the values that vendors have filled in, field by field, even if the
 * form is incomplete.
 */
export async function weighPlatformFields(
  ctx: Ctx,
  { params: { platform_id }, body }: Parsed<'weighPlatformFields'>,
): Promise<PlatformEffects> {
  await requirePlatform(ctx.db, platform_id)
  const currentFields = await readFields(ctx.db, platform_id)
  const plannedFields = await planFields(ctx.db, platform_id, currentFields, { ...body, isDraft: true })
  const effectCounts = new Map<string, { field_handle: string; effect: Effect; of: Set<number> }>()
  const vendors = new Set<number>()
  const losing = new Set<number>()
  const filledRows = byQuery(() => filledQuery(platform_id))
  for await (const rows of filledRows.batches(ctx, {}))
    for (const row of rows) {
      vendors.add(row.vendor_id)
      for (const { field_handle, effect } of effectsOn(row, currentFields, plannedFields)) {
        const key = `${effect} ${field_handle}`
        const entry = effectCounts.get(key) ?? { field_handle, effect, of: new Set<number>() }
        effectCounts.set(key, entry)
        entry.of.add(row.vendor_id)
        if (effect === 'lost' || effect === 'forgotten') losing.add(row.vendor_id)
      }
    }
  return {
    vendors: vendors.size,
    losing: losing.size,
    effects: [...effectCounts.values()].map(({ of, ...entry }) => ({ ...entry, vendors: of.size })),
  }
}

interface Change {
  field_handle: string
  effect: Effect
}

/** What becomes of the values of a field whose type changes; null if they stay. */
export function fate(
  field: KeptField,
  plan: PlannedField | undefined,
): 'lost' | 'forgotten' | 'sealed' | null {
  if (!plan || (isQuiet(plan.field_data_type) && !isQuiet(field.field_data_type))) return 'lost'
  const wasPassword = field.field_data_type === 'password'
  const isPassword = plan.field_data_type === 'password'
  if (wasPassword === isPassword) return null
  return wasPassword ? 'forgotten' : 'sealed'
}

function effectsOn(
  row: FilledIn,
  currentFields: readonly KeptField[],
  plannedFields: readonly PlannedField[],
): Change[] {
  const changes: Change[] = []
  const values = { ...row.values }
  const set = new Set(row.set)
  for (const field of currentFields) {
    const handle = field.field_handle
    if (!set.has(handle) && values[handle] === undefined) continue
    const becomes = plannedFields.find((plan) => plan.platform_field_id === field.platform_field_id)
    const effect = fate(field, becomes)
    if (effect) changes.push({ field_handle: handle, effect })
    if (effect || !becomes) {
      delete values[handle]
      if (effect === 'sealed') set.add(handle)
      else set.delete(handle)
    }
  }
  const after = { values, set: [...set], market_id: row.market_id }
  const faultsBefore = checkForm(currentFields, row).faults
  const faultsAfter = checkForm(plannedFields, after).faults
  const shownBefore = new Set(shownFields(currentFields, row).map((field) => field.field_handle))
  const shownAfter = new Set(shownFields(plannedFields, after).map((field) => field.field_handle))
  for (const { field_handle } of plannedFields) {
    const holds = values[field_handle] !== undefined || set.has(field_handle)
    if (faultsAfter[field_handle] && !faultsBefore[field_handle])
      changes.push({ field_handle, effect: holds ? 'unfit' : 'asked' })
    else if (holds && shownBefore.has(field_handle) && !shownAfter.has(field_handle))
      changes.push({ field_handle, effect: 'hidden' })
  }
  return changes
}
