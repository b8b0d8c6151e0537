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
