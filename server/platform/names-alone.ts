/**
 * Each name once, as changes are logged by them: of two that are the same the one that comes later has its
 * number behind it.
 */
export function namesAlone(names: readonly string[]): string[] {
  const takenNames = new Set<string>()
  return names.map((name) => {
    let alone = name
    for (let n = 2; takenNames.has(alone); n++) alone = `${name} (${n})`
    takenNames.add(alone)
    return alone
  })
}
