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
/** A field as it will be; without an id it is made. */
export type PlannedField = FieldDescription & { platform_field_id?: number | undefined; field_order: number }

/**
 * The fields as they will be, in their order; what nobody named stays, after the others. Those of a draft
 * need not fit together yet, and what another has deleted meanwhile is told by the save.
 */
export async function planFields(
  db: Db,
  platform_id: number,
  had: readonly KeptField[],
  { fields, deleted_fields }: Body,
  isDraft = false,
): Promise<PlannedField[]> {
  const named = new Set([...deleted_fields, ...fields.flatMap((field) => field.platform_field_id ?? [])])
  const rest = had.filter((field) => !named.has(field.platform_field_id))
  if (!isDraft) {
    refuseStrangers(had, rest, { fields, deleted_fields })
    await refuseMarkets(db, platform_id, had, fields)
  }
  const kept = new Map(had.map((field) => [field.platform_field_id, field.field_handle]))
  const given = fields.map((field, at) => ({
    ...field,
    field_handle: kept.get(field.platform_field_id ?? 0) ?? field.field_handle,
    at,
  }))
  const planned = withHandles([
    ...given,
    ...rest.map((field) => ({ ...field, field_order: 1001, at: undefined })),
  ])
  if (!isDraft) refuseUnfit(had, planned)
  return planned.map(({ at: _at, ...field }, field_order) => ({ ...field, field_order }))
}

/** What was given must fit together, and what stays too. */
function refuseUnfit(
  had: readonly KeptField[],
  planned: (PlannedField & { at: number | undefined })[],
): void {
  if (planned.length > Math.max(mostFields, had.length)) throw invalid({ fields: tooManyFields })
  const before = fieldFaults(had)
  const faults: Record<string, string> = {}
  for (const [path, message] of Object.entries(fieldFaults(planned))) {
    const [, place, rest] = /^(\d+)\.(.*)$/.exec(path)!
    const { at, field_name, platform_field_id: id } = planned[Number(place)]!
    const was = had.findIndex((field) => field.platform_field_id === id)
    if (at !== undefined) faults[`fields.${at}.${rest}`] = message
    else if (before[`${was}.${rest}`] !== message) faults.fields ??= `${field_name}, which stays: ${message}`
  }
  if (Object.keys(faults).length) throw invalid(faults)
}

function refuseStrangers(
  had: readonly KeptField[],
  rest: readonly KeptField[],
  { fields, deleted_fields }: Body,
): void {
  const faults: Record<string, string> = {}
  for (const [i, { platform_field_id: id, field_handle }] of fields.entries()) {
    const at = (key: string) => `fields.${i}.${key}`
    if (id === undefined) {
      if (field_handle !== field_handle?.toLowerCase())
        faults[at('field_handle')] = `A handle is in lower case: ${field_handle?.toLowerCase()}`
      else if (rest.some((field) => field.field_handle === field_handle))
        faults[at('field_handle')] = `Another field has the handle ${field_handle}`
      continue
    }
    const kept = had.find((field) => field.platform_field_id === id)
    if (!kept) faults[at('platform_field_id')] = 'There is no such field any more'
    else if (deleted_fields.includes(id)) faults[at('platform_field_id')] = 'It can’t be kept and deleted'
    else if (fields.findIndex((field) => field.platform_field_id === id) < i)
      faults[at('platform_field_id')] = 'This field stands here twice'
    else if (field_handle !== undefined && field_handle !== kept.field_handle)
      faults[at('field_handle')] = `A field keeps its handle: ${kept.field_handle}`
  }
  if (Object.keys(faults).length) throw invalid(faults)
}

/** A field names markets of its platform; one that has left it since may stay where it was. */
async function refuseMarkets(
  db: Db,
  platform_id: number,
  had: readonly KeptField[],
  fields: Body['fields'],
): Promise<void> {
  const { rows } = await sql<{ market_id: number }>`
    select market_id from market where platform_id = ${platform_id}`.execute(db)
  const known = new Set([
    ...rows.map((row) => row.market_id),
    ...had.flatMap((field) => field.show_hide_for_market?.market_ids ?? []),
  ])
  const faults = fields.flatMap(({ show_hide_for_market: only }, i) =>
    only?.market_ids.every((id) => known.has(id)) === false
      ? [[`fields.${i}.show_hide_for_market`, 'Choose markets of this platform'] as const]
      : [],
  )
  if (faults.length) throw invalid(Object.fromEntries(faults))
}
