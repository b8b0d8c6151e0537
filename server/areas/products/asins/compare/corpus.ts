import type { Features } from '#contract/products/asins/features.ts'
import type { Corpus } from '#contract/products/asins/match.ts'
import type { BrandAliases } from '#contract/products/asins/titles.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

const fewestProducts = 1000

/** How many products have each word, by the search index. */
export async function countWords(db: Db, words: Iterable<string>): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; products: number }>`
    select word, products
    from search_word
    where word = any(${[...new Set(words)]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.word, row.products]))
}

/** About how many products the index has. */
export async function countProducts(db: Db): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select greatest(reltuples, ${sql.lit(fewestProducts)})::float8 as products
    from pg_class
    where oid = 'product_index'::regclass`.execute(db)
  return rows[0]?.products ?? fewestProducts
}

/** The rarity of the words and codes of these items. */
export async function readCorpus(db: Db, items: readonly Features[]): Promise<Corpus> {
  const total = await countProducts(db)
  const counts = await countWords(
    db,
    items.flatMap(({ words, codes, models }) => [...words, ...codes, ...models]),
  )
  return {
    weight: (word) => Math.log(1 + total / Math.max(1, counts.get(word) ?? 1)),
    holders: (code) => counts.get(code) ?? 0,
  }
}

export async function readAliases(db: Db): Promise<BrandAliases> {
  const rows = await db.selectFrom('brand_alias').select(['alias', 'brand']).limit(10_000).execute()
  return new Map(rows.map((row) => [row.alias, row.brand]))
}
