import { sql, type Tx } from '#server/platform/database/db.ts'

interface ChosenCategories {
  added_categories: readonly number[]
  new_categories: readonly string[]
}

/** Creates the categories that don't exist yet. */
export const createCategories = (tx: Tx, { new_categories }: ChosenCategories) =>
  sql`
    insert into catalog_category (catalog_category_name)
    select name
    from unnest(${new_categories as string[]}::text[]) name
    -- two who make the same ones wait for each other in one order
    order by lower(name)
    on conflict do nothing`.execute(tx)

/** Whether a row of `catalog_category` was chosen, by its id or as a new one. */
export const isChosenCategory = ({ added_categories, new_categories }: ChosenCategories) => sql<boolean>`(
  catalog_category_id = any(${added_categories as number[]}::int[])
  or lower(catalog_category_name) in (select lower(name) from unnest(${new_categories as string[]}::text[]) name))`
