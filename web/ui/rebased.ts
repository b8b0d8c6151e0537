/**
 * What is typed on top of what is saved now: one's own value where one has changed it, the saved one
 * elsewhere.
 */
export function rebased<T extends object>(opened: T, typed: T, saved: T): T {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const keys = Object.keys(saved) as (keyof T)[]
  return Object.fromEntries(
    keys.map((key) => [key, same(opened[key], typed[key]) ? saved[key] : typed[key]]),
  ) as T
}
