import { delimiterName, formats, type FormatSetting } from '#contract/feeds/formats.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { delimiters, type FeedFormat, type FeedRules, type ReadSettings } from '#contract/feeds/settings.ts'
import { same } from '../../../ui/form/rebase.ts'
import { choices, ruleLabels } from './rules.ts'

export interface Adoptable {
  fields: number
  /** What else would change besides the mapping, in words. */
  changes: string[]
  /** Settings that would be detected again. */
  resets: string[]
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
  const resets = formatResets(now.format, format)
  const isSame = same(mapping, now.mapping) && changes.length + resets.length === 0
  if (mapping.length === 0 || isSame) return undefined
  return { fields: mapping.length, changes, resets, adopt: () => set({ format, mapping, rules }) }
}

/** What adopting a suggestion does besides the mapping; empty if nothing. */
export function adoptedText({ changes, resets }: Pick<Adoptable, 'changes' | 'resets'>): string {
  const resetText = `resets ${new Intl.ListFormat('en').format(resets)} to automatic`
  return [
    ...(changes.length > 0 ? [`Also changes: ${changes.join('; ')}.`] : []),
    ...(resets.length > 0 ? [`Also ${resetText}.`] : []),
  ].join(' ')
}

function formatChanges(from: FeedFormat, to: FeedFormat): string[] {
  const kind = from.kind === to.kind ? [] : [`Format: ${formats[to.kind].label}`]
  const settings = changedSettings(from, to)
    .filter(([setting]) => to[setting] !== undefined)
    .map(([setting, label]) => `${label}: ${settingText(to[setting] ?? '')}`)
  return [...kind, ...settings]
}
const formatResets = (from: FeedFormat, to: FeedFormat): string[] =>
  changedSettings(from, to).flatMap(([setting, label]) => (to[setting] === undefined ? [label] : []))

const changedSettings = (from: FeedFormat, to: FeedFormat) =>
  (Object.entries(formats[to.kind].asks) as [FormatSetting, string][]).filter(
    ([setting]) => from[setting] !== to[setting],
  )
function settingText(value: string | number | boolean): string {
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
