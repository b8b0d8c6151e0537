// What can end in the middle of feed runs: the program, its database, a worker, its time, its connections.
import { FeedWorld, type OpenRun } from '../harness/feed-world.ts'
import { Installation } from '../harness/installation.ts'
import type { Kind, Round } from '../harness/tally.ts'
import { wait, until } from '../harness/wait.ts'

interface Strike {
  at: Installation
  world: FeedWorld
  random: Round['random']
  /** The number of the fault. */
  nth: number
}
/** Injects one fault. @returns what it was and what it hit; the time counts from its end */
type Act = (strike: Strike) => Promise<{ fault: string; open: readonly OpenRun[] }>

async function strikeRuns(
  round: Round,
  options: { whole: boolean; workers?: number },
  act: Act,
): Promise<void> {
  const { folder, times, random, tally } = round
  const at = await Installation.start(folder, options)
  const world = await FeedWorld.make(at)
  for (let nth = 1; nth <= times; nth++) {
    await world.begin()
    const { fault, open } = await act({ at, world, random, nth })
    const began = performance.now()
    const hasSettled = await world.settle()
    const ms = performance.now() - began
    const { wrong, repeated } = await world.faults()
    if (!hasSettled) repeated.push('it never ended')
    const phases = open.map(({ phase }) => phase ?? 'queued').join(' and ')
    tally.add({
      fault: `${fault} ${phases ? `at ${phases}` : ''}`,
      hit: open.length > 0,
      wrong,
      repeated,
      ms,
    })
    if (!hasSettled) break
  }
  tally.leave(await at.left())
  await at.stop()
}

/** Starts the whole program again, as whatever watches over it would. */
async function startAgain(at: Installation): Promise<void> {
  await at.web?.restart()
  await at.ready()
}

const killProgram: Act = async ({ at, world, random, nth }) => {
  const open = await world.randomPoint(random)
  // every second time its database dies with it
  const isWithDatabase = nth % 2 === 0
  if (isWithDatabase) process.kill(at.postgresPid, 'SIGKILL')
  await startAgain(at)
  return { fault: isWithDatabase ? 'program and database killed' : 'program killed', open }
}

const killDatabase: Act = async ({ at, world, random }) => {
  const { pid } = at.web!
  const open = await world.randomPoint(random)
  const killed = at.postgresPid
  process.kill(killed, 'SIGKILL')
  await until(() => (at.postgresPid !== killed ? true : undefined), { withinMs: 60_000 }).catch(() => {})
  await at.ready()
  if (!at.web?.runs || at.web.pid !== pid) throw new Error('The program ended with its database')
  return { fault: 'database killed', open }
}

const stopProgram: Act = async ({ at, world, random }) => {
  const open = await world.randomPoint(random)
  await at.web?.end('SIGTERM')
  await startAgain(at)
  return { fault: 'program told to stop', open }
}

/** The worker of the run that is at work at a random point. */
async function workerAtWork({ at, world, random }: Strike) {
  await world.runAtWork()
  await wait(random.next() * world.usualMs * 0.6)
  const open = await world.openRuns()
  const hit = open.filter(({ phase, server }) => phase !== null && at.workerOf(server))
  const worker = at.workerOf(hit[0]?.server ?? null) ?? at.workers[0]!
  const name = at.nameOf(worker)
  return { worker, open: hit.filter(({ server }) => server === name) }
}

const killWorker: Act = async (strike) => {
  const { worker, open } = await workerAtWork(strike)
  await worker.restart()
  return { fault: 'worker killed', open }
}

const stopWorker: Act = async (strike) => {
  const { at, world, random } = strike
  const { worker, open } = await workerAtWork(strike)
  worker.signal('SIGSTOP')
  const name = at.nameOf(worker)
  // its work is another's now, or was done by another
  const isTaken = async () => {
    const mine = (await world.openRuns()).filter(({ server }) => server === name)
    return mine.length === 0 ? true : undefined
  }
  const took = open.length === 0 || (await until(isTaken, { withinMs: 90_000, everyMs: 20 }))
  await wait(random.next() * world.usualMs)
  worker.signal('SIGCONT')
  return { fault: took ? 'worker stopped, continued after its work was taken over' : 'worker stopped', open }
}

const cutConnections: Act = async ({ at, world, random }) => {
  const open = await world.randomPoint(random)
  const cut = await at.db.cutAll()
  return { fault: `${cut} connections cut`, open }
}

const whole = { whole: true }
const twoWorkers = { whole: false, workers: 2 }
const kind = (
  name: string,
  subject: string,
  times: number,
  [options, act]: [{ whole: boolean; workers?: number }, Act],
): Kind => ({ name, subject, times, run: (round) => strikeRuns(round, options, act) })

export const feedKinds: readonly Kind[] = [
  kind('program', '`kill -9` of the whole program in feed runs', 20, [whole, killProgram]),
  kind('database', '`kill -9` of the embedded PostgreSQL in feed runs', 20, [whole, killDatabase]),
  kind('stop', 'SIGTERM in feed runs', 12, [whole, stopProgram]),
  kind('worker', '`kill -9` of a worker in feed runs', 20, [twoWorkers, killWorker]),
  kind('pause', 'SIGSTOP, and SIGCONT once another worker has the work', 20, [twoWorkers, stopWorker]),
  kind('connections', 'all database connections cut in feed runs', 20, [twoWorkers, cutConnections]),
]
