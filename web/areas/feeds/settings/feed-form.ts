import { feedSettings, type Feed } from '#contract/feeds/feeds.ts'
import type { FeedFormat, FeedMapping, FeedRules } from '#contract/feeds/settings.ts'
import { furtherValues, inOrder, toFurtherBody, type FurtherByKey } from './further-form.ts'
import { sourceField, toSourceBody, toSourceValues, type SourceValues } from './source-form.ts'

/** The settings that a file is read with, as edited. */
export interface ReadValues extends SourceValues {
  format: FeedFormat
  mapping: FeedMapping
  rules: FeedRules
}
export interface Values extends ReadValues {
  oneTime: number | ''
  further: FurtherByKey
}

export const toValues = (f: Feed): Values => ({
  ...toSourceValues(f),
  format: f.format,
  mapping: f.mapping,
  rules: f.rules,
  oneTime: f.one_time_threshold_percent ?? '',
  further: furtherValues(f.further),
})

export const toBody = (v: Values) => ({
  ...toSourceBody(v),
  format: v.format,
  mapping: v.mapping,
  rules: v.rules,
  one_time_threshold_percent: v.oneTime === '' ? null : v.oneTime,
  further: toFurtherBody(v.further),
})

/** The API's field names as this form's; a further file's position becomes its key. */
export const toErrors = (
  fields: Record<string, string>,
  v: Pick<Values, 'further'>,
): Record<string, string> => {
  const keys = inOrder(v.further).map(([key]) => key)
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [, position, field] = /^further\.(\d+)\.(.*)$/.exec(path) ?? []
      if (position !== undefined)
        return [`further.${keys[Number(position)]}.${sourceField(field ?? '')}`, message]
      return [sourceField(path).replace(/^one_time_threshold_percent/, 'oneTime'), message]
    }),
  )
}

export const validate = (values: Values): Record<string, string> =>
  toErrors(
    Object.fromEntries(
      (feedSettings.safeParse(toBody(values)).error?.issues ?? []).map((i) => [i.path.join('.'), i.message]),
    ),
    values,
  )
