const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * The age of a feed's data when it was oldest on each day, in hours; null before the first good run.
 * @param goodRuns when they ended, oldest first, in milliseconds
 * @param starts of the days
 */
export function dayAges(
  goodRuns: readonly number[],
  starts: readonly number[],
  now: number,
): (number | null)[] {
  return starts.map((start) => {
    const end = Math.min(start + dayMs, now)
    // data is oldest right before the next run, or when the day ends
    const moments = [...goodRuns.filter((run) => run >= start && run < end), end]
    const ages = moments.flatMap((moment) => {
      const last = goodRuns.findLast((run) => run < moment)
      return last === undefined ? [] : [(moment - last) / hourMs]
    })
    return ages.length > 0 ? Math.round(Math.max(...ages) * 10) / 10 : null
  })
}
