// Areas stand on floors: imports between areas form no cycle, types included. A folder holds at most
// `mostFiles` source files.
import { dirname } from 'node:path'

export const mostFiles = 25
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

/** The area of a file, named by its folder: `server/areas/feeds`; undefined outside areas. */
export const areaOf = (file: string): string | undefined => /^(?:server|web)\/areas\/[^/]+/.exec(file)?.[0]

/** One import from one file to another, both by their paths from the root. */
export interface Import {
  from: string
  to: string
}

/** Each cycle between areas, with one import for each step of it, as lines to print. Tests don't count. */
export function areaCycles(imports: readonly Import[]): string[] {
  const steps = new Map<string, Map<string, Import>>()
  for (const step of imports) {
    const [from, to] = [areaOf(step.from), areaOf(step.to)]
    if (!from || !to || from === to || isTest(step.from)) continue
    const targets = steps.get(from) ?? new Map<string, Import>()
    if (!targets.has(to)) targets.set(to, step)
    steps.set(from, targets)
  }
  return [...steps.keys()].flatMap((area) => {
    const cycle = shortestCycle(steps, area)
    // each cycle is printed once, from its first area by name
    if (!cycle || cycle.some((step) => areaOf(step.from)! < area)) return []
    return [`areas form a cycle: ${cycle.map(({ from, to }) => `${from} imports ${to}`).join('; ')}`]
  })
}

/** The steps of the shortest way from an area back to itself, breadth first; undefined: there is none. */
function shortestCycle(steps: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string) {
  const paths: Import[][] = [...(steps.get(start)?.values() ?? [])].map((step) => [step])
  const visitedAreas = new Set<string>()
  for (const path of paths) {
    const area = areaOf(path.at(-1)!.to)!
    if (area === start) return path
    if (visitedAreas.has(area)) continue
    visitedAreas.add(area)
    for (const step of steps.get(area)?.values() ?? []) paths.push([...path, step])
  }
  return undefined
}

/** Folders with more source files than `mostFiles`, as lines to print. Tests don't count. */
export function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter((name) => !isTest(name)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(
      ([folder, count]) =>
        `${folder} holds ${count} source files; make rooms in it, at most ${mostFiles} each`,
    )
}
