/** A paper's number as people read it, such as `INV-000123`. */
export const numberOf = ({ series, number }: { series: string; number: number }): string =>
  `${series}-${String(number).padStart(6, '0')}`

/** The paper that a text names, with or without its zeros: `INV-000123`, `inv 123`. */
export function paperNumberIn(text: string): { series: 'INV' | 'CN'; number: number } | undefined {
  const [, series, number] = /^(INV|CN)[-\s]?0*(\d{1,9})$/i.exec(text.trim()) ?? []
  if (!series || !number) return undefined
  return { series: series.toUpperCase() === 'CN' ? 'CN' : 'INV', number: Number(number) }
}
