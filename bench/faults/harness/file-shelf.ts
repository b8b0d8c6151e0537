import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFaults, type Shelf } from './shelf.ts'

const products = 40_000

/** A store that takes files. */
export function fileShelf(dataDir: string): Shelf {
  const folder = join(dataDir, 'files', 'stores', 'faulty')
  mkdirSync(folder, { recursive: true })
  const seenNames = new Set<string>()
  /** The rows of the files that arrived since. */
  const arrivedRows = (): string[] => {
    const fresh = readdirSync(folder).filter((name) => !seenNames.has(name) && !name.endsWith('.part'))
    for (const name of fresh) seenNames.add(name)
    return fresh.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').slice(1))
  }
  return {
    products,
    market: 'Files',
    market_id: 99,
    store: { drop_to: '{"kind": "storage", "folder": "faulty"}' },
    begins: `select from store_update where state in ('planning', 'sending')`,
    withinMs: 1800,
    change: (db, round) =>
      db.rows(
        `update product set quantity = 1000 + $1::int, content_hash = content_hash + 1
        where product_id % 4 = $1::int % 4`,
        [round],
      ),
    async look(_db, round) {
      const sentRows = arrivedRows().map((row) => row.split(','))
      const twice = sentRows.length - new Set(sentRows.map(([sku]) => sku)).size
      const old = sentRows.filter(([, quantity]) => Number(quantity) !== 1000 + round).length
      const expected = round === 0 ? products : products / 4
      return {
        sent: sentRows.length,
        wrong: listFaults([round === 0 ? 0 : old, 'rows are old']),
        repeated: listFaults(
          [twice, 'rows came twice'],
          [Math.abs(sentRows.length - twice - expected), `rows too many or too few of ${expected}`],
        ),
      }
    },
    close: async () => {},
  }
}
