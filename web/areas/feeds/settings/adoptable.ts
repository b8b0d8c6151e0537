import { delimiterName, formats, type FormatSetting } from '#contract/feeds/formats.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { delimiters, type FeedFormat, type FeedRules, type ReadSettings } from '#contract/feeds/settings.ts'
import { same } from '../../../ui/form/rebase.ts'
import { choices, ruleLabels } from './rules.ts'

export interface Adoptable {
  fields: number
  /** What else would change besides the mapping, in words. */
  changes: string[]
  adopt: () => void
}

/** A preview's suggestion, if it differs from the form. */
export function adoptable(
  { suggestion }: FeedPreview,
  now: ReadSettings,
  set: (values: ReadSettings) => void,
): Adoptable | undefined {
  const { format, mapping, rules } = suggestion
  const changes = [...formatChanges(now.format, format), ...ruleChanges(now.rules, rules)]
  if (mapping.length === 0 || (same(mapping, now.mapping) && changes.length === 0)) return undefined
  return { fields: mapping.length, changes, adopt: () => set({ format, mapping, rules }) }
}

function formatChanges(from: FeedFormat, to: FeedFormat): string[] {
  const kind = from.kind === to.kind ? [] : [`Format: ${formats[to.kind].label}`]
  const formatSettings = Object.entries(formats[to.kind].asks) as [FormatSetting, string][]
  const settings = formatSettings
    .filter(([setting]) => from[setting] !== to[setting])
    .map(([setting, label]) => `${label}: ${settingText(to[setting])}`)
  return [...kind, ...settings]
}
function settingText(value: string | number | boolean | undefined): string {
  if (value === undefined) return 'detect'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && delimiters.some((d) => d === value)
    ? delimiterName(value)
    : String(value)
}

function ruleChanges(from: FeedRules, to: FeedRules): string[] {
  return choices
    .filter((rule) => from[rule] !== to[rule])
    .map((rule) => {
      const { label, options }: { label: string; options: Record<string, string> } = ruleLabels[rule]
      return `${label}: ${options[to[rule]] ?? to[rule]}`
    })
}
