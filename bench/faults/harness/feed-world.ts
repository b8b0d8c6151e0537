import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { feedRules } from '#contract/feeds/settings.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import type { Installation } from './installation.ts'
import type { Person } from './person.ts'
import { wait, until, untilTrue } from './wait.ts'

const rows = 4000
const feedCount = 2
const stuckMs = 180_000

interface Feed {
  feed_id: number
  /** The newest run and the file that it reads. */
  run: number
  file: Map<string, readonly [price: number, quantity: number]>
}
export interface OpenRun {
  feed_run_id: number
  phase: string | null
  server: string | null
}

/** Feeds whose files change each round, and what the catalog must be after that. */
export class FeedWorld {
  readonly #at: Installation
  readonly #person: Person
  readonly #feeds: Feed[]
  #round = 0
  #heldFiles = 0
  /** How long the runs of a round take undisturbed. */
  usualMs = 0

  static async make(at: Installation): Promise<FeedWorld> {
    const person = await at.signIn('admin')
    const mapping = [
      { field: 'sku', from: 'sku', transforms: [] },
      { field: 'wholesale_price', from: 'price', transforms: [] },
      { field: 'quantity', from: 'qty', transforms: [] },
    ]
    const feeds: Feed[] = []
    for (let n = 1; n <= feedCount; n++) {
      const { feed_id } = await at.db.one<{ feed_id: number }>(
        `with d as (
          insert into dropshipper (supplier_name, dropshipper_prefix) values ($1, $2) returning dropshipper_id)
        insert into feed (dropshipper_id, source, format, mapping, rules)
        select dropshipper_id, $3, '{"kind": "csv"}', $4, $5 from d
        returning feed_id`,
        [
          `Faulty ${n}`,
          `F${n}`,
          JSON.stringify({ kind: 'storage', key: `faulty-${n}.csv` }),
          JSON.stringify(mapping),
          JSON.stringify(feedRules.parse({ threshold_percent: 100 })),
        ],
      )
      feeds.push({ feed_id, run: 0, file: new Map() })
    }
    mkdirSync(join(at.dataDir, 'files', 'suppliers'), { recursive: true })
    const world = new FeedWorld(at, person, feeds)
    await world.#calibrate()
    return world
  }

  private constructor(at: Installation, person: Person, feeds: Feed[]) {
    this.#at = at
    this.#person = person
    this.#feeds = feeds
  }

  async #calibrate(): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await this.begin()
      const began = performance.now()
      await untilTrue(async () => (await this.openRuns()).length === 0, { everyMs: 25 })
      this.usualMs = performance.now() - began
      await this.settle()
    }
  }

  /** Gives the first feed prices far from all earlier ones. @returns the run, once it is held */
  async holdOne(): Promise<number> {
    const [feed] = this.#feeds
    if (!feed) throw new Error('There is no feed')
    const n = ++this.#heldFiles
    const factor = n * (n % 2 === 0 ? 10_000 : 100)
    this.#write(
      1,
      new Map([...feed.file].map(([sku, [price, quantity]]) => [sku, [price * factor, quantity]])),
    )
    const { body } = await this.#person.post(`/api/feeds/${feed.feed_id}/run`)
    await this.settle()
    const { state } = await this.#at.db.one<{ state: string }>(
      'select state from feed_run where feed_run_id = $1',
      [body.feed_run_id],
    )
    if (state !== 'held') throw new Error(`The run is ${state}, not held`)
    return body.feed_run_id as number
  }

  #write(n: number, file: Feed['file']): void {
    const lines = [...file].map(([sku, [price, quantity]]) => `${sku},${price},${quantity}`)
    const path = join(this.#at.dataDir, 'files', 'suppliers', `faulty-${n}.csv`)
    writeFileSync(`${path}.new`, `sku,price,qty\n${lines.join('\n')}\n`)
    renameSync(`${path}.new`, path)
  }

  /** New files, a tenth of whose products occur only this once, and a run of each. */
  async begin(): Promise<void> {
    const round = ++this.#round
    for (const [n, feed] of this.#feeds.entries()) {
      feed.file = new Map(
        Array.from({ length: rows }, (_, i) => [
          // another supplier's SKUs would be held
          i % 10 === 0 ? `F${n}-R${round}-${i}` : `F${n}-${i}`,
          // no change looks like a slipped decimal point, which would be held
          [((i + round) % 500) + 1, 20 + ((i * 7 + round * 13) % 50)] as const,
        ]),
      )
      this.#write(n + 1, feed.file)
    }
    for (const feed of this.#feeds) {
      const { status, body } = await this.#person.post(`/api/feeds/${feed.feed_id}/run`)
      if (status !== 200) throw new Error(`The feed did not start: ${status} ${JSON.stringify(body)}`)
      feed.run = body.feed_run_id as number
    }
  }

  /** The runs that haven't ended, those at work first. */
  openRuns(): Promise<OpenRun[]> {
    return this.#at.db.rows<OpenRun>(
      `select r.feed_run_id, r.phase, j.server
      from feed_run r
      left join job j using (job_id)
      where r.state in ('queued', 'running')
      order by r.state = 'running' desc, r.feed_run_id`,
    )
  }
  /** The first run that a worker is at. */
  runAtWork(): Promise<OpenRun | undefined> {
    return until(async () => (await this.openRuns()).find(({ phase }) => phase !== null), {
      withinMs: 20_000,
      everyMs: 10,
    })
  }
  /** Waits for a random point of the runs. @returns what was open there */
  async randomPoint(random: { next(): number }): Promise<OpenRun[]> {
    await wait(random.next() * this.usualMs * 0.9)
    return this.openRuns()
  }

  /** Waits until no run and no job is open. @returns whether that came */
  settle(): Promise<boolean> {
    const open = `from job where job_status in (${jobStatus.executing}, ${jobStatus.scheduled})`
    return untilTrue(
      async () => (await this.openRuns()).length === 0 && (await this.#at.db.count(open)) === 0,
      { withinMs: stuckMs, everyMs: 200 },
    )
  }

  /** Compares the catalog with the files, and looks whether each run of the round was applied once. */
  async faults(): Promise<{ wrong: string[]; repeated: string[] }> {
    const { db } = this.#at
    const wrong: string[] = []
    const repeated: string[] = []
    for (const { feed_id, run, file } of this.#feeds) {
      const products = await db.rows<{ sku: string; price: string; quantity: number }>(
        `select sku, wholesale_price::float8 as price, quantity from product
        where feed_id = $1 and gone_tm is null`,
        [feed_id],
      )
      const off = products.filter(({ sku, price, quantity }) => {
        const [expectedPrice, expectedQuantity] = file.get(sku) ?? []
        return Number(price) !== expectedPrice || quantity !== expectedQuantity
      })
      if (off.length > 0) wrong.push(`${off.length} products are otherwise than the file`)
      const twice = products.length - new Set(products.map(({ sku }) => sku)).size
      if (twice > 0) repeated.push(`${twice} products twice`)
      if (products.length - twice !== file.size) wrong.push(`${products.length} products of ${file.size}`)
      const { state, reason } = await db.one<{ state: string; reason: string | null }>(
        `select state, reason from feed_run where feed_run_id = $1`,
        [run],
      )
      if (state !== 'applied') repeated.push(`run ${run} is ${state}: ${reason}`)
      const applied = await db.count(
        `from activity where type = 'feed.applied' and entity_id = $1::text and entity = 'feed_run'`,
        [run],
      )
      if (applied !== 1) repeated.push(`run ${run} was applied ${applied} times`)
    }
    return { wrong, repeated }
  }
}
