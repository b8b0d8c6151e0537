/** Makes names unique for the log of changes: a repeated name gets its number appended. */
export function namesAlone(names: readonly string[]): string[] {
  const takenNames = new Set<string>()
  return names.map((name) => {
    let alone = name
    for (let n = 2; takenNames.has(alone); n++) alone = `${name} (${n})`
    takenNames.add(alone)
    return alone
  })
}
