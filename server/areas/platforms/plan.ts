import { present } from '#contract/present.ts'
import type { Parsed } from '#contract/index.ts'
import { fieldFaults, withHandles } from '#contract/platforms/field-rules.ts'
import {
  mostFields,
  tooManyFields,
  type FieldDescription,
  type KeptField,
} from '#contract/platforms/fields.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'

type Body = Pick<Parsed<'savePlatformFields'>['body'], 'fields' | 'deleted_fields'>
/** A field as it will be; without an id it is new. */
export type PlannedField = FieldDescription & { platform_field_id?: number | undefined; field_order: number }

/**
 * The fields as they will be, in order; fields that aren't named stay, with their order. The fields of a
 * draft need not be consistent yet, and what somebody else deleted meanwhile is reported at the save.
 */
export async function planFields(
  db: Db,
  platform_id: number,
  currentFields: readonly KeptField[],
  { fields, deleted_fields, isDraft = false }: Body & { isDraft?: boolean },
): Promise<PlannedField[]> {
  const namedIds = new Set([...deleted_fields, ...fields.flatMap((field) => field.platform_field_id ?? [])])
  const rest = currentFields.filter((field) => !namedIds.has(field.platform_field_id))
  if (!isDraft) {
    refuseStrangers(currentFields, rest, { fields, deleted_fields })
    await refuseMarkets(db, platform_id, currentFields, fields)
  }
  const handlesById = new Map(currentFields.map((field) => [field.platform_field_id, field.field_handle]))
  const placedFields = fields.map((field, position) => ({
    ...field,
    field_handle: handlesById.get(field.platform_field_id ?? 0) ?? field.field_handle,
    at: position,
  }))
  const plannedFields = withHandles([...placedFields, ...rest.map((field) => ({ ...field, at: undefined }))])
  if (!isDraft) refuseUnfit(currentFields, plannedFields)
  return plannedFields.map(({ at: _at, ...field }, field_order) => ({ ...field, field_order }))
}

/** The given fields must be consistent with each other and with those that stay. */
function refuseUnfit(
  currentFields: readonly KeptField[],
  plannedFields: (PlannedField & { at: number | undefined })[],
): void {
  if (plannedFields.length > Math.max(mostFields, currentFields.length))
    throw invalid({ fields: tooManyFields })
  const before = fieldFaults(currentFields)
  const faults: Record<string, string> = {}
  for (const [path, message] of Object.entries(fieldFaults(plannedFields))) {
    const dot = path.indexOf('.')
    const [place, rest] = [Number(path.slice(0, dot)), path.slice(dot + 1)]
    const { at: position, field_name, platform_field_id: id } = present(plannedFields[place], path)
    const currentPlace = currentFields.findIndex((field) => field.platform_field_id === id)
    if (position !== undefined) faults[`fields.${position}.${rest}`] = message
    else if (before[`${currentPlace}.${rest}`] !== message)
      faults.fields ??= `Unchanged field ${field_name}: ${message}`
  }
  if (Object.keys(faults).length) throw invalid(faults)
}

function refuseStrangers(
  currentFields: readonly KeptField[],
  rest: readonly KeptField[],
  { fields, deleted_fields }: Body,
): void {
  const faults: Record<string, string> = {}
  for (const [i, { platform_field_id: id, field_handle }] of fields.entries()) {
    const pathOf = (key: string) => `fields.${i}.${key}`
    if (id === undefined) {
      if (field_handle !== field_handle?.toLowerCase())
        faults[pathOf('field_handle')] = `Use lowercase: ${field_handle?.toLowerCase()}`
      else if (rest.some((field) => field.field_handle === field_handle))
        faults[pathOf('field_handle')] = `Another field already has the handle ${field_handle}`
      continue
    }
    const currentField = currentFields.find((field) => field.platform_field_id === id)
    if (!currentField) faults[pathOf('platform_field_id')] = 'Field not found. It may have been deleted'
    else if (deleted_fields.includes(id))
      faults[pathOf('platform_field_id')] = 'A field can’t be both saved and deleted'
    else if (fields.findIndex((field) => field.platform_field_id === id) < i)
      faults[pathOf('platform_field_id')] = 'Duplicate: remove one'
    else if (field_handle !== undefined && field_handle !== currentField.field_handle)
      faults[pathOf('field_handle')] = `The handle can’t be changed: ${currentField.field_handle}`
  }
  if (Object.keys(faults).length) throw invalid(faults)
}

/** A field names markets of its platform; one that has left the platform since may stay. */
async function refuseMarkets(
  db: Db,
  platform_id: number,
  currentFields: readonly KeptField[],
  fields: Body['fields'],
): Promise<void> {
  const { rows } = await sql<{ market_id: number }>`
    select market_id from market where platform_id = ${platform_id}`.execute(db)
  const knownMarkets = new Set([
    ...rows.map((row) => row.market_id),
    ...currentFields.flatMap((field) => field.show_hide_for_market?.market_ids ?? []),
  ])
  const faults = fields.flatMap(({ show_hide_for_market: marketId }, i) =>
    marketId?.market_ids.every((id) => knownMarkets.has(id)) === false
      ? [[`fields.${i}.show_hide_for_market`, 'Choose from this platform’s markets'] as const]
      : [],
  )
  if (faults.length) throw invalid(Object.fromEntries(faults))
}
