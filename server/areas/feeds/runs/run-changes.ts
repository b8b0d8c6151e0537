import type { ChangeKind, ComparedProduct } from '#contract/feeds/comparison.ts'
import type { Parsed, Result } from '#contract/index.ts'
import type { Ctx } from '#server/platform/services.ts'
import { comparePage, countOfRun, pairOf } from './compare-runs.ts'
import { changeFilter, keptChanges, readRun } from './run-exports.ts'

/** Further changes are found by kind or text, and all of them are in the exported file. */
const mostListed = 5000

/** Reads an applied run's changes from the catalogue, and another run's from the file that it kept. */
export async function listRunChanges(
  { db, files }: Ctx,
  { params, query }: Parsed<'listRunChanges'>,
): Promise<Result<'listRunChanges'>> {
  const run = await readRun(db, params)
  if (run.changes_key) return search(keptChanges(files, run.changes_key), query)
  if (run.state !== 'applied' || run.changes_removed_tm !== null)
    return { ...(await search([run.impact?.examples ?? []], query)), counts: null, whole: run.changed === 0 }
  const pair = await pairOf(db, run.feed_id, params.feed_run_id - 1, params.feed_run_id)
  const { products, next } = await comparePage(db, pair, { ...query, after: 0, size: mostListed })
  return { products, counts: await countOfRun(db, params.feed_run_id), whole: next === null }
}

async function search(
  batches: AsyncIterable<readonly ComparedProduct[]> | Iterable<readonly ComparedProduct[]>,
  query: { change?: ChangeKind | undefined; search: string },
) {
  const matchesQuery = changeFilter(query)
  const counts = { Created: 0, Updated: 0, Deleted: 0 }
  const products: ComparedProduct[] = []
  let whole = true
  for await (const batch of batches)
    for (const product of batch) {
      counts[product.change]++
      if (!matchesQuery(product)) continue
      if (products.length < mostListed) products.push(product)
      else whole = false
    }
  return { products, counts, whole }
}
