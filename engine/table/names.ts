import { isStorable } from '#contract/storable.ts'
import { FeedFailure } from '../failure.ts'

/** Header cells as unique, non-empty names. */
export function uniqueNames(cells: readonly string[], line: number): string[] {
  const names = new Set<string>()
  for (const [i, cell] of cells.entries()) {
    if (!isStorable(cell))
      throw new FeedFailure(
        'unsupported_text',
        `The name of column ${i + 1} contains characters that can’t be stored, such as NUL bytes`,
        line,
      )
    const name = cell.trim() || `col${i + 1}`
    let unique = name
    for (let n = 2; names.has(unique); n++) unique = `${name} (${n})`
    names.add(unique)
  }
  return [...names]
}
