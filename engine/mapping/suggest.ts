import type { ReadSettings } from '#contract/feeds/settings.ts'
import type { Preset } from '../presets/preset.ts'
import { presets } from '../presets/presets.ts'
import { knownGuesses, presetIn } from './known-columns.ts'
import { notationOfAll } from './notation.ts'
import { suggestRest, type SuggestedMapping } from './suggest-mapping.ts'
import { TableSample } from './table-sample.ts'

interface Suggestion extends ReadSettings, SuggestedMapping {
  preset: Preset | undefined
}

/**
 * Settings for a file with these columns: a known shop's columns and rules, and what it leaves by names and first
 * values. The format that was found stays.
 * @param delimiter what separates the cells, if anything does
 */
export function suggest(
  columns: readonly string[],
  now: Pick<ReadSettings, 'format' | 'rules'>,
  rows: readonly (readonly string[])[] = [],
  delimiter: string | null = now.format.delimiter ?? null,
): Suggestion {
  const table = new TableSample(columns, rows)
  const preset = presetIn(table, presets)
  if (!preset)
    return { preset, format: now.format, rules: now.rules, ...suggestRest(table, [], { delimiter }) }
  const { shop } = preset
  const file = { mark: notationOfAll(columns.map((c) => table.values(c))), delimiter }
  const knownColumns = knownGuesses(table, preset, file)
  const group = shop.format?.group
  const groupColumn = columns.find((c) => c.toLowerCase() === group?.toLowerCase())
  return {
    preset,
    format: { ...now.format, ...(groupColumn !== undefined && { group: groupColumn }) },
    rules: { ...now.rules, ...shop.rules },
    ...suggestRest(table, knownColumns, { delimiter, without: shop.without ?? [] }),
  }
}
