import { eventName, fieldName } from '#contract/activity/names.ts'
import { chargeStates, chargeTypes } from '#contract/billing/billing.ts'
import { causeText } from '#contract/jobs/failures.ts'
import { jobStates, typeLabel } from '#contract/jobs/types.ts'
import { manualChargeTypes } from '#contract/payments/manual-charge.ts'
import { paperAges, paperKinds, paperStates } from '#contract/payments/papers.ts'

/** Positions in a list, and rows chosen by id, are no filters. */
const passing = new Set(['page', 'current_page', 'before', 'beyond', 'ids'])

const names: Readonly<Record<string, string>> = {
  q: 'search',
  query: 'search',
  action_by: 'by',
  start_date: 'from',
  end_date: 'until',
  start: 'from',
  end: 'until',
  dropshipper_id: 'supplier',
  feed_run_id: 'run',
  param_value: 'record',
  job_status: 'state',
  sort_on: 'by',
}
/** A day of a report, or seconds of a job. */
const moment = (value: unknown) =>
  Number.isFinite(Number(value))
    ? `${new Date(Number(value) * 1000).toISOString().slice(0, 16)} UTC`
    : String(value)
const labelFrom = (labels: Readonly<Record<string, string>>) => (value: unknown) =>
  labels[String(value)] ?? String(value)
const texts: Readonly<Record<string, (value: unknown) => string>> = {
  search: (v) => `“${String(v)}”`,
  query: (v) => `“${String(v)}”`,
  q: (v) => `“${String(v)}”`,
  // charges by number, activities by name
  type: (v) => chargeTypes[Number(v) - 1] ?? eventName(String(v)),
  for: (v) => manualChargeTypes[Number(v) - 1] ?? String(v),
  state: labelFrom({ ...chargeStates, ...paperStates }),
  kind: labelFrom(paperKinds),
  age: (v) => Object.entries(paperAges).find(([age]) => age === v)?.[1].label ?? String(v),
  job_type: (v) => typeLabel({ job_spec_name: String(v) }),
  job_status: (v) => jobStates[Number(v)] ?? String(v),
  cause: (v) => causeText(String(v)),
  start: moment,
  end: moment,
  sort: (v) => String(v).replace(/^-(.*)/, '$1 (highest first)'),
  sort_on: (v) => fieldName(String(v)).toLowerCase(),
}

/** A list's filters in words. */
export const filterWords = (input: object): string =>
  Object.entries(input)
    .flatMap(([key, value]) => {
      const name = names[key] ?? fieldName(key).toLowerCase()
      const values = (Array.isArray(value) ? value : [value]).filter((v) => v !== undefined && v !== '')
      if (passing.has(key) || values.length === 0 || value === false) return []
      return value === true ? [name] : [`${name} ${values.map(texts[key] ?? String).join(' or ')}`]
    })
    .toSorted()
    .join(', ')
