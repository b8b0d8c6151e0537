import type { MappingFix } from '#contract/feeds/gate.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import type { FeedMapping, FeedRules, ProductField } from '#contract/feeds/settings.ts'

type Held = Pick<FeedRun, 'state' | 'newest' | 'decision'>

/** What would cure the mapping of a held first file, each field once. */
export function fixesOf({ state, newest, decision }: Held): MappingFix[] {
  if (state !== 'held' || !newest) return []
  const fixes = (decision?.measures ?? []).flatMap((m) => (m.verdict !== 'ok' && m.fix ? [m.fix] : []))
  return [...new Map(fixes.toReversed().map((fix) => [fix.field, fix])).values()].toReversed()
}

/** Whether leaving placeholder rows out would help a held run. */
export const hasPlaceholders = ({ state, newest, decision }: Held) =>
  state === 'held' &&
  newest &&
  (decision?.measures ?? []).some((m) => m.name === 'filler' && m.verdict !== 'ok')

/** Whether a held run has acts that fix it. */
export const isFixable = (run: Held) => fixesOf(run).length > 0 || hasPlaceholders(run)

/** The mapping with a field fed by another column; a price keeps how its cells are read. */
export function mappedTo(mapping: FeedMapping, { field, column, decimals }: MappingFix): FeedMapping {
  const now = mapping.find((m) => m.field === field)
  if (now && decimals) {
    const others = now.transforms.filter(({ kind }) => kind !== 'decimal_comma')
    const first = decimals.mark === 'comma' ? [{ kind: 'decimal_comma' as const }] : []
    return mapping.map((m) => (m === now ? { ...now, transforms: [...first, ...others] } : m))
  }
  const transforms = field === 'wholesale_price' ? [{ kind: 'price' as const }] : []
  const entry = {
    field: field as ProductField,
    from: column ?? '',
    transforms: now?.transforms ?? transforms,
  }
  return now ? mapping.map((m) => (m === now ? entry : m)) : [...mapping, entry]
}

/** A decimal mark that a person chose isn't doubted again. */
export const rulesWith = (rules: FeedRules, { decimals }: MappingFix): FeedRules =>
  decimals ? { ...rules, limits: { ...rules.limits, unclear_decimals: { hold: 100, warn: 100 } } } : rules
