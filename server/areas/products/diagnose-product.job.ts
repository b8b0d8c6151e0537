import { z } from 'zod'
import { countedStates, goodStates } from '#contract/feeds/standing.ts'
import { count, many } from '#contract/words.ts'
import { sentHash } from '#server/areas/stores/public.ts'
import { activeIntegration } from '#server/areas/vendors/public.ts'
import { sql } from '#server/platform/db.ts'
import type { JobDefinition } from '#server/platform/jobs.ts'

const payload = z.object({ product_id: z.number(), sku: z.string() })
type Mark = 'fine' | 'note' | 'wrong'

/**
 * Follows one product from its feed's last run through catalogue, images, index and variants to the stores,
 * and says where it stands at each step.
 */
export const diagnoseProduct: JobDefinition<z.output<typeof payload>> = {
  type: 'DIAGNOSTIC_UPDATE_JOB',
  payload,
  key: (p) => `product-${p.product_id}`,
  retries: 2,
  timeoutSeconds: 300,
  async run({ db, payload: { product_id, sku }, say }) {
    const findings: { step: string; mark: Mark; text: string }[] = []
    const found = async (step: string, mark: Mark, text: string) => {
      findings.push({ step, mark, text })
      await say(`${step}: ${text}`, mark === 'wrong' ? 'warn' : 'info')
    }
    const {
      rows: [p],
    } = await sql<Facts>`
      select p.sku, p.title, p.quantity, p.wholesale_price, p.gone_tm, p.images, p.updated_run_id,
        d.allow_browse, d.max_file_age_allowed_in_days,
        last.feed_run_id as last_run_id, last.state as last_state, last.reason as last_reason,
        good.end_tm as last_good_tm,
        i.images_good, i.image_reasons,
        exists (select 1 from product_index x where x.product_id = p.product_id) as indexed,
        (p.product_id > f.indexed_upto or exists (
          select 1
          from index_pending q
          where q.feed_id = p.feed_id and q.product_id = p.product_id)) as index_behind,
        (select mapping_status from product_variant v where v.product_id = p.product_id) as mapping_status,
        (select count(*) from subscription s where s.dropshipper_id = p.dropshipper_id) as subscribers,
        (
          select count(*)
          from vendor_market_map m
          where m.dropshipper_id = p.dropshipper_id and ${activeIntegration}
        ) as integrations,
        sent.stores_sent, sent.stores_behind
      from product p
      join dropshipper d using (dropshipper_id)
      join feed f using (feed_id)
      left join lateral (
        select feed_run_id, state, reason
        from feed_run r
        where r.feed_id = p.feed_id and r.state in (${sql.join([...countedStates])})
        order by r.end_tm desc nulls last
        limit 1) last on true
      left join lateral (
        select end_tm
        from feed_run r
        where r.feed_id = p.feed_id and r.state in (${sql.join([...goodStates])})
        order by r.end_tm desc nulls last
        limit 1) good on true
      cross join lateral (
        select count(*) filter (where i.state = 'good') as images_good,
          string_agg(distinct i.reason, '; ') filter (where i.state = 'failed') as image_reasons
        from product_image i
        where i.dropshipper_id = p.dropshipper_id and i.sku = p.sku) i
      cross join lateral (
        select count(*) as stores_sent,
          count(*) filter (where sp.sent_hash <> ${sentHash}) as stores_behind
        from store_product sp
        where sp.product_id = p.product_id) sent
      where p.product_id = ${product_id}`.execute(db)
    if (!p)
      return {
        findings: [{ step: 'Catalogue', mark: 'wrong', text: `${sku} is in the catalogue no longer` }],
        wrong: 1,
        completed_with_errors: 'The product is gone',
      }
    const ageHours = p.last_good_tm ? (Date.now() - Date.parse(p.last_good_tm)) / 3_600_000 : null
    if (p.last_state && !goodStates.some((state) => state === p.last_state))
      await found('Feed', 'wrong', `Run ${p.last_run_id} was ${p.last_state}: ${p.last_reason ?? ''}`)
    else
      await found('Feed', 'fine', p.last_run_id ? `Run ${p.last_run_id} was ${p.last_state}` : 'No run yet')
    const allowed = p.max_file_age_allowed_in_days * 24
    if (ageHours !== null && ageHours > allowed)
      await found('Feed', 'wrong', `The last good run is ${Math.floor(ageHours)} h old, allowed ${allowed} h`)
    await found(
      'Catalogue',
      p.gone_tm ? 'wrong' : 'fine',
      p.gone_tm
        ? 'Gone from the feed, so it is not for sale'
        : `Changed last by run ${p.updated_run_id}, ${p.quantity} in stock`,
    )
    if (p.quantity === 0 && !p.gone_tm) await found('Catalogue', 'note', 'The supplier has none in stock')
    if (p.wholesale_price === null) await found('Price', 'wrong', 'The feed gives no price')
    else await found('Price', 'fine', `Costs ${p.wholesale_price}`)
    if (!p.images) await found('Images', 'note', 'The feed names no image')
    else if (p.image_reasons) await found('Images', p.images_good > 0 ? 'note' : 'wrong', p.image_reasons)
    else
      await found(
        'Images',
        p.images_good > 0 ? 'fine' : 'note',
        p.images_good > 0 ? `${p.images_good} good` : 'Not checked yet',
      )
    await found(
      'Search index',
      p.index_behind ? 'note' : p.indexed ? 'fine' : 'wrong',
      p.index_behind ? 'A change waits for the next sync' : p.indexed ? 'Up to date' : 'Missing',
    )
    await found(
      'Variants',
      p.mapping_status === 'queued' ? 'note' : 'fine',
      p.mapping_status === 'mapped'
        ? 'Mapped into a parent'
        : p.mapping_status === 'queued'
          ? 'Waits to be mapped'
          : 'No variant',
    )
    await found(
      'Vendors',
      p.subscribers > 0 ? 'fine' : 'note',
      `${many(p.subscribers, 'subscriber')}, ${many(p.integrations, 'active integration')}; ` +
        `browsing ${p.allow_browse === 1 ? 'public' : 'not public'}`,
    )
    await found(
      'Stores',
      p.stores_behind > 0 ? 'note' : 'fine',
      `Sent to ${many(p.stores_sent, 'store')}, ${count(p.stores_behind)} of them with an older state`,
    )
    return {
      findings,
      wrong: findings.filter((f) => f.mark === 'wrong').length,
      notes: findings.filter((f) => f.mark === 'note').length,
    }
  },
}

interface Facts {
  sku: string
  title: string | null
  quantity: number
  wholesale_price: string | null
  gone_tm: string | null
  images: string | null
  allow_browse: number
  max_file_age_allowed_in_days: number
  updated_run_id: number
  last_run_id: number | null
  last_state: string | null
  last_reason: string | null
  last_good_tm: string | null
  images_good: number
  image_reasons: string | null
  indexed: boolean
  index_behind: boolean
  mapping_status: string | null
  subscribers: number
  integrations: number
  stores_sent: number
  stores_behind: number
}
