// A store that takes files, for `kill-stores.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shelf } from './kill-stores.ts'
import { sql } from '#server/platform/database/db.ts'

const products = 60_000

export function fileShelf(dir: string): Shelf {
  const folder = join(dir, 'files', 'stores', 'killed')
  const seenNames = new Set<string>()
  /** The rows of the files that arrived since. */
  const arrivedRows = (): string[] => {
    const fresh = readdirSync(folder).filter((name) => !seenNames.has(name))
    for (const name of fresh) seenNames.add(name)
    return fresh.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1))
  }
  return {
    products,
    market: 'Files',
    store: { drop_to: '{"kind": "storage", "folder": "killed"}' },
    begins: sql`select from store_update where state in ('planning', 'sending')`,
    withinMs: 1800,
    change: (db, round) =>
      sql`
        update product set quantity = 1000 + ${round}::int, content_hash = content_hash + 1
        where product_id % 4 = ${round % 4}::int`.execute(db),
    came(round) {
      const sentRows = arrivedRows().map((row) => row.split(','))
      const twice = sentRows.length - new Set(sentRows.map(([sku]) => sku)).size
      const old = sentRows.filter(([, quantity]) => Number(quantity) !== 1000 + round).length
      const faults = [
        sentRows.length !== products / 4 && `${sentRows.length} of ${products / 4}`,
        twice > 0 && `${twice} twice`,
        old > 0 && `${old} old`,
      ]
      return { sent: sentRows.length, faults: faults.filter((fault) => fault !== false) }
    },
    told: () => void arrivedRows(),
    close: async () => {},
  }
}
