import { sql, type Db } from '#server/platform/database/db.ts'
import { brokenInvariants, type Invariants } from '#server/platform/database/invariants.ts'

/** What must never be found in the tables of ASINs; each query returns nothing. */
const invariants: Invariants = {
  'counts of a finished upload add up': sql`
    select asin_upload_id as id
    from asin_upload
    where end_tm is not null
      and rows_read <> added + unchanged + refused_before + conflicts + errors + repeated`,
  'a chosen ASIN was not refused afterwards': sql`
    select a.product_id as id
    from product_asin a
    join product_asin_refused r using (product_id, market_id, asin)
    where r.tm > a.decided_tm`,
  'a bulk decision was green': sql`
    select a.product_id as id
    from product_asin a
    join product_asin_candidate c
      on c.product_asin_match_id = a.product_asin_match_id and c.asin = a.asin
    where a.how = 'bulk' and c.class <> 'green'`,
  'an answered match has an ASIN': sql`
    select product_asin_match_id as id
    from product_asin_match m
    where state = 'decided'
      and not exists (
        select from product_asin a where a.product_id = m.product_id and a.market_id = m.market_id)`,
  'no green candidate has a reason against it': sql`
    select product_asin_match_id as id
    from product_asin_candidate c
    where class = 'green'
      and exists (select from jsonb_array_elements(reasons) r where (r ->> 'points')::int < 0)`,
  'no person holds two matches': sql`
    select held_by as id
    from product_asin_match
    where held_until > now()
    group by held_by
    having count(*) > 1`,
  'an undone batch left nothing': sql`
    select a.product_id as id
    from product_asin a
    join asin_batch b using (asin_batch_id)
    where b.undo_done_tm is not null`,
  'an ASIN was given to two products of a supplier by a person alone': sql`
    select min(a.product_id) as id
    from product_asin a
    join product p using (product_id)
    where p.gone_tm is null and a.how <> 'person'
    group by a.market_id, p.dropshipper_id, a.asin
    having count(*) > 1`,
}

/** The names of what is wrong, with the first record of each. */
export const faultsOfAsins = (db: Db): Promise<string[]> => brokenInvariants(db, invariants)
