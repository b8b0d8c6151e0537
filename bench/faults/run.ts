// `npm run faults -- [kind] [times]`: injects faults at random points of the real program's work, and looks
// whether everything is right afterwards (docs/performance.md, Reliability). FAULTS_SEED repeats a run's random
// choices, FAULTS_LANES is how many kinds run at once, FAULTS_LOGS a folder for the processes' logs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '#server/platform/random.ts'
import { temporaryFolder } from '#server/test/temporary.ts'
import { Installation } from './harness/installation.ts'
import { Tally, type Kind } from './harness/tally.ts'
import { clockFault } from './kinds/clock-fault.ts'
import { diskFault } from './kinds/disk-fault.ts'
import { exportKills } from './kinds/export-kills.ts'
import { feedKinds } from './kinds/feed-faults.ts'
import { gatewayKinds } from './kinds/gateway-faults.ts'
import { letterFaultsKind } from './kinds/letter-faults.ts'
import { racesKind } from './kinds/races.ts'
import { renewalKills } from './kinds/renewal-kills.ts'
import { storeKinds } from './kinds/store-faults.ts'

const kinds: readonly Kind[] = [
  ...feedKinds,
  ...storeKinds,
  exportKills,
  renewalKills,
  ...gatewayKinds,
  letterFaultsKind,
  diskFault,
  racesKind,
  clockFault,
]

const [chosen, times] = process.argv.slice(2)
const due = kinds.filter(({ name }) => chosen === undefined || chosen.split(',').includes(name))
if (due.length === 0) throw new Error(`Choose of ${kinds.map(({ name }) => name).join(', ')}`)
const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
/** Faults are mostly waited for, so a few kinds run at once. */
const lanes = Number(process.env.FAULTS_LANES ?? 2)
const root = temporaryFolder('faults')
// most of a start is compiling, and a killed process can't keep what it compiled
process.env.NODE_COMPILE_CACHE = join(root.path, 'compiled')
for (const part of ['main.ts', 'app.ts'])
  spawnSync(process.execPath, [join(import.meta.dirname, '..', '..', 'server', part), 'compile'], {
    env: { ...process.env, DATA_DIR: root.path },
  })
const began = performance.now()
const tallies = new Map<Kind, Tally>()
const broken: string[] = []
console.log(`Seed ${seed}, ${lanes} kinds at once, ${availableParallelism()} cores`)

// what was seen until then
process.once('SIGINT', () => {
  printTable()
  process.exit(1)
})

const queue = [...due]
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let kind = queue.shift(); kind; kind = queue.shift()) await runKind(kind)
  }),
)
await root.remove()
printTable()
process.exit(broken.length > 0 || [...tallies.values()].some((tally) => tally.faultCount > 0) ? 1 : 0)

async function runKind(kind: Kind): Promise<void> {
  const folder = join(root.path, kind.name)
  mkdirSync(folder, { mode: 0o711 })
  const tally = new Tally(kind.name)
  tallies.set(kind, tally)
  // each kind has its own numbers, whichever others run
  const random = new Random(seed ^ createHash('sha256').update(kind.name).digest().readUInt32LE())
  const started = performance.now()
  try {
    await kind.run({ folder, times: Number(times ?? kind.times), random, tally })
  } catch (error) {
    broken.push(`${kind.name} broke off: ${(error as Error).stack}`)
    console.log(broken.at(-1))
    await Installation.stopIn(folder)
  }
  console.log(`${rowOf(kind)}\n${kind.name} took ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

function rowOf(kind: Kind): string {
  const tally = tallies.get(kind) ?? new Tally(kind.name)
  const { results, hitCount, times: until, leftText } = tally
  const cells = [results.length, hitCount, tally.count('wrong'), tally.count('repeated'), until, leftText]
  return `| ${kind.subject}${tally.note} | ${cells.join(' | ')} |`
}

function printTable(): void {
  console.log(
    '\n| fault | times | during work | wrong | doubled, lost or stuck | recovery (median / longest) | left behind |' +
      '\n| --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const kind of due) console.log(rowOf(kind))
  const sum = (of: (tally: Tally) => number) => [...tallies.values()].reduce((n, tally) => n + of(tally), 0)
  console.log(
    `| all | ${sum((t) => t.results.length)} | ${sum((t) => t.hitCount)} | ${sum((t) => t.count('wrong'))} | ` +
      `${sum((t) => t.count('repeated'))} | ${((performance.now() - began) / 60_000).toFixed(0)} min | |`,
  )
  for (const text of broken) console.log(text)
}
