/** What a cell's text looks like; only texts and codes can name a column. */
export type CellKind = 'blank' | 'number' | 'address' | 'code' | 'list' | 'text'

const number = /^[-+]?(?:[A-Z]{3}|\p{Sc})?\s?[-+]?\d[\d.,'’\s]*(?:[eE][-+]?\d+)?\s?(?:[A-Z]{3}|\p{Sc}|%)?$/u
const date = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?:[T\s]\d{1,2}:\d\d.*)?$/

export function kindOf(cell: string): CellKind {
  const text = cell.trim()
  if (text === '') return 'blank'
  if (number.test(text) || date.test(text)) return 'number'
  if (/^(?:https?:|www\.|\/\/)\S+$/i.test(text)) return 'address'
  if (/^[[{]\s*["[{]/.test(text)) return 'list'
  return /\d/.test(text) && !/\s/.test(text) ? 'code' : 'text'
}

export const countFilled = (cells: readonly string[]): number => {
  let filledCells = 0
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') filledCells++
  return filledCells
}
