import type { Parsed } from '#contract/index.ts'
import { checkForm } from '#contract/platforms/form.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { requirePlatform } from './known-platform.ts'
import { planFields } from './plan.ts'
import { readFields } from './read.ts'

/** The values that would be saved; a secret is answered by its handle alone. */
export async function tryPlatformForm({ db }: Ctx, { params, body }: Parsed<'tryPlatformForm'>) {
  await requirePlatform(db, params.platform_id)
  const currentFields = await readFields(db, params.platform_id)
  const removedIds = currentFields.flatMap(({ platform_field_id: id }) =>
    body.fields.some((field) => field.platform_field_id === id) ? [] : [id],
  )
  const fields = await planFields(db, params.platform_id, currentFields, {
    fields: body.fields,
    deleted_fields: removedIds,
  })
  const { faults, kept: keptValues } = checkForm(fields, {
    values: body.values,
    market_id: body.market_id,
    set: [],
  })
  if (Object.keys(faults).length)
    throw invalid(Object.fromEntries(Object.entries(faults).map(([key, text]) => [`values.${key}`, text])))
  const isSecret = (handle: string) =>
    fields.some((field) => field.field_handle === handle && field.field_data_type === 'password')
  const entries = Object.entries(keptValues)
  return {
    kept: Object.fromEntries(entries.filter(([handle]) => !isSecret(handle))),
    secrets: entries.flatMap(([handle, value]) => (isSecret(handle) && value !== null ? [handle] : [])),
  }
}
