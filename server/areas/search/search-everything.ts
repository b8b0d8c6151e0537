import type { Parsed } from '#contract/index.ts'
import { jobTypes } from '#contract/jobs/types.ts'
import type { Match } from '#contract/search/matched.ts'
import type { FoundProduct } from '#contract/products/products.ts'
import type { PaletteHit } from '#contract/search/palette.ts'
import { identifierKey, lookUpProducts } from '#server/areas/products/public.ts'
import {
  mostPlaces,
  placesMatching,
  readTerm,
  vendorsAlike,
  vendorsIn,
  whyMatched,
  type Sought,
} from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { contains, literal } from '#server/platform/database/sql.ts'
import { withFacts, type Hit } from './facts.ts'
import { findOthers } from './find-others.ts'

const mostHits = 6

/** Six of each kind: exact matches, then those that begin with the text, then those that contain it. */
export async function searchEverything(
  { db }: Ctx,
  { query }: Parsed<'searchEverything'>,
): Promise<PaletteHit[]> {
  const { q } = query
  const jobId = /^job\s+#?(\d{1,9})$/i.exec(q.trim())?.[1]
  const records = await findRecords(db, readTerm(jobId ?? q))
  const others = await findOthers(db, q)
  const foundRecords = [...records.filter((r) => !jobId || r.kind === 'job'), ...others]
  // a name that fits means that record rather than products that are like the word
  const products = (await findSkus(db, q)).filter((p) => foundRecords.length === 0 || !isSimilar(p))
  const hitsOfKind = (kind: PaletteHit['kind']) => foundRecords.filter((r) => r.kind === kind)
  const isExact = foundRecords.length > 0 || products.some((p) => !isSimilar(p))
  const vendors = isExact ? hitsOfKind('vendor') : await alikeVendors(db, q)
  return withFacts(db, [...vendors, ...hitsOfKind('supplier'), ...products, ...hitsOfKind('job'), ...others])
}

const isSimilar = ({ matched }: Hit) => matched?.by.startsWith('similar') === true

async function findRecords(db: Db, sought: Sought): Promise<Hit[]> {
  const holds = contains(sought.text)
  const begins = `${literal(sought.text)}%`
  const id = sought.id ?? -1
  const { rows } = await sql<Row>`
    (
      select 'vendor' as kind, v.vendor_id as id, v.company as label, ${vendorDetail} as detail,
        null::int as parent_id, v.best > 0 as best, m.by, m.text
      from (
        select v.vendor_id, v.company, v.company_key, v.primary_contact_id, v.deleted_tm,
          found.best
        from (${vendorsIn(sql`(${placesMatching(sought)} limit ${mostPlaces})`)}) found
        join vendor v using (vendor_id)
        order by best desc, (v.company ilike ${begins}) desc, v.vendor_id
        limit ${mostHits}) v
      left join contact c on c.contact_id = v.primary_contact_id
      left join lateral (${whyMatched(sought)}) m on true
      order by v.best desc, (v.company ilike ${begins}) desc, v.vendor_id)
    union all (
      select 'supplier', d.dropshipper_id, d.supplier_name, ${supplierDetail}, null,
        d.dropshipper_id = ${id}
          or lower(${sought.text}) in (lower(d.supplier_name), lower(d.dropshipper_prefix)) as best,
        null, null
      from dropshipper d
      where d.supplier_name ilike ${holds}
        or d.dropshipper_prefix ilike ${begins}
        or d.dropshipper_id = ${id}
      order by (d.dropshipper_id = ${id}) desc, best desc,
        (d.supplier_name ilike ${begins}) desc, d.supplier_name
      limit ${mostHits})
    union all (
      select 'job', j.job_id, 'Job ' || j.job_id,
        coalesce(${typeLabels}::jsonb->>j.job_type, j.job_type) || coalesce(' · ' || j.subject, ''),
        (j.payload->>'feed_run_id')::int, true, null, null
      from job j
      where j.job_id = ${id})`.execute(db)
  return rows.map(toFound)
}

type Row = Omit<Hit, 'matched'> & { [Key in keyof Match]: Match[Key] | null }
const toFound = ({ by, text, ...row }: Row): Hit => ({ ...row, matched: by && text ? { by, text } : null })

const typeLabels = JSON.stringify(
  Object.fromEntries(Object.entries(jobTypes).map(([type, { label }]) => [type, label])),
)
const vendorDetail = sql`coalesce(c.email, '') || ' · ' || v.vendor_id
  || case when v.deleted_tm is null then '' else ' · Deleted' end`
const supplierDetail = sql`d.dropshipper_prefix || ' · ' || d.dropshipper_id`

/** The vendors whose names are nearest to the text, the nearest first. */
async function alikeVendors(db: Db, text: string): Promise<Hit[]> {
  const alike = (await vendorsAlike(db, text)).alike.slice(0, mostHits)
  if (alike.length === 0) return []
  const { rows } = await sql<{ id: number; label: string; detail: string }>`
    select v.vendor_id as id, v.company as label, ${vendorDetail} as detail
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    where v.vendor_id = any(${alike.map((a) => a.vendor_id)}::int[])`.execute(db)
  return alike.flatMap(({ vendor_id, slips, matched: match }) =>
    rows
      .filter((row) => row.id === vendor_id)
      .map((row) => ({
        ...row,
        kind: 'vendor' as const,
        parent_id: null,
        best: slips === alike[0]?.slips && slips !== alike[1]?.slips,
        matched: match,
      })),
  )
}

async function findSkus(db: Db, q: string): Promise<Hit[]> {
  const { by, products } = await lookUpProducts(db, { q, limit: mostHits })
  const key = identifierKey(q)
  return products.map((p) => {
    const identifiers = [
      { by: 'SKU' as const, text: p.sku },
      { by: 'UPC' as const, text: p.upc ?? '' },
      { by: 'ASIN' as const, text: p.asin ?? '' },
    ].filter(({ text }) => identifierKey(text).startsWith(key))
    return {
      kind: 'product' as const,
      id: p.product_id,
      label: p.sku,
      detail: [p.title, p.own_feed_of && `custom feed of ${p.own_feed_of}`].filter(Boolean).join(' · '),
      parent_id: p.dropshipper_id,
      best: by === 'identifier' && identifiers.some(({ text }) => identifierKey(text) === key),
      matched: by === 'identifier' ? (identifiers[0] ?? null) : byWords(p, q, by === 'words'),
    }
  })
}

function byWords({ sku, title, manufacturer }: FoundProduct, q: string, isExact: boolean): Match {
  if (!isExact) return { by: 'similar', text: title ?? sku }
  const titleMatch = q
    .toLowerCase()
    .split(/\s+/)
    .some((word) => title?.toLowerCase().includes(word))
  return titleMatch || !manufacturer
    ? { by: 'title', text: title ?? '' }
    : { by: 'brand', text: manufacturer }
}
