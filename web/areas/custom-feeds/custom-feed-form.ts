import {
  customFeedInput,
  type CustomFeedInput,
  type CustomFeedView,
} from '#contract/custom-feeds/custom-feeds.ts'
import type { FormatKind } from '#contract/feeds/formats.ts'
import { usualThreshold } from '#contract/feeds/gate.ts'
import { sourceField, toSourceBody, toSourceValues, type SourceValues } from '../feeds/public.tsx'

/** A custom feed as its dialog's form. */
export interface Values extends SourceValues {
  dropshipper: string | null
  active: boolean
  is_restricted: boolean
  custom_price: boolean
  add_out_of_stock_product: boolean
  tier: string | null
  access: boolean
  filetype: FormatKind
  threshold: number | ''
  oneTime: number | ''
}

export const newValues: Values = {
  ...toSourceValues({ source: { kind: 'upload' }, upload: null }),
  dropshipper: null,
  active: true,
  is_restricted: false,
  custom_price: true,
  add_out_of_stock_product: false,
  tier: null,
  access: false,
  filetype: 'csv',
  threshold: usualThreshold,
  oneTime: '',
}

export const toValues = (f: CustomFeedView): Values => ({
  ...toSourceValues(f),
  dropshipper: String(f.dropshipper_id),
  active: f.active,
  is_restricted: f.is_restricted,
  custom_price: f.custom_price,
  add_out_of_stock_product: f.add_out_of_stock_product,
  tier: f.dynamic_pricing_tier,
  access: f.dynamic_restricted_access,
  filetype: f.feed_filetype,
  threshold: f.threshold_percent,
  oneTime: f.one_time_threshold_percent ?? '',
})

/** The body of a save; missing values stay as typed, so that `faultsOf` reports them. */
const toBody = (v: Values) => ({
  dropshipper_id: v.dropshipper === null ? undefined : Number(v.dropshipper),
  active: v.active,
  is_restricted: v.is_restricted,
  custom_price: v.custom_price,
  add_out_of_stock_product: v.add_out_of_stock_product,
  dynamic_pricing_tier: v.tier,
  dynamic_restricted_access: v.access,
  ...toSourceBody(v),
  feed_filetype: v.filetype,
  threshold_percent: v.threshold === '' ? undefined : v.threshold,
  one_time_threshold_percent: v.oneTime === '' ? null : v.oneTime,
})

const names: Readonly<Record<string, string>> = {
  dropshipper_id: 'dropshipper',
  dynamic_pricing_tier: 'tier',
  dynamic_restricted_access: 'access',
  feed_filetype: 'filetype',
  threshold_percent: 'threshold',
  one_time_threshold_percent: 'oneTime',
}
/** The API's field names as the form's. */
export const toErrors = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [names[path] ?? sourceField(path), text]))

export const faultsOf = (v: Values): Record<string, string> => {
  const issues = customFeedInput.safeParse(toBody(v)).error?.issues ?? []
  return toErrors(
    Object.fromEntries(
      issues.map((issue) => [
        issue.path.join('.'),
        issue.path[0] === 'threshold_percent' && v.threshold === ''
          ? 'Enter a percentage from 0 to 100'
          : issue.message,
      ]),
    ),
  )
}
/** The body of a form without faults. */
export const checkedBody = (v: Values) => toBody(v) as CustomFeedInput
