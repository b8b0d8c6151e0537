export interface Series {
  name: string
  color: string
  /** Which pattern is drawn over its color; without: by its place among the series. */
  pattern?: number
}

/** A series in one of the six colors of charts, counted from 0, with the pattern of that color. */
export const seriesIn = (name: string, place: number): Series => ({
  name,
  color: `var(--d${place + 1})`,
  pattern: place,
})

/** A name, a value by series, and texts; null: it has no such value. */
export type Point = Readonly<Record<string, string | number | null>>

/** A point's value as text; a dash if it has none. */
export const valueText = (point: Point, name: string, value: (n: number) => string): string =>
  point[name] === null ? '—' : value(Number(point[name] ?? 0))

/** A point in one line: its values, then its texts. */
export function readingOf(
  point: Point | undefined,
  {
    series,
    texts = [],
    value,
  }: { series: readonly Series[]; texts?: readonly string[]; value: (n: number) => string },
): string {
  if (!point) return ''
  const values = series.flatMap(({ name }) =>
    point[name] === null ? [] : [`${name} ${valueText(point, name, value)}`],
  )
  const facts = texts.flatMap((name) => (point[name] ? [String(point[name])] : []))
  return `${point.name}: ${[...values, ...facts].join(', ') || 'none'}`
}
