/** How alike two short texts are spelled, 0 to 1: the measure of Jaro and Winkler. */
export function similarSpelling(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = Array.from({ length: b.length }, () => false)
  const matchedOfA: string[] = []
  for (let i = 0; i < a.length; i++) {
    const to = Math.min(b.length, i + reach + 1)
    for (let k = Math.max(0, i - reach); k < to; k++) {
      if (taken[k] || a[i] !== b[k]) continue
      taken[k] = true
      matchedOfA.push(a[i] ?? '')
      break
    }
  }
  const matches = matchedOfA.length
  if (matches === 0) return 0
  const matchedOfB = b.split('').filter((_, k) => taken[k])
  const moved = matchedOfA.filter((letter, i) => letter !== matchedOfB[i]).length / 2
  const jaro = (matches / a.length + matches / b.length + (matches - moved) / matches) / 3
  let common = 0
  while (common < 4 && common < a.length && a[common] === b[common]) common++
  return jaro + common * 0.1 * (1 - jaro)
}
