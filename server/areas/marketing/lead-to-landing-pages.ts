import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dayOf } from '#contract/billing/days.ts'
import { campaignCookieDays, campaignPath, mostOpenings } from '#contract/marketing/campaigns.ts'
import { campaignCookie, cookie, secure } from '#server/areas/session/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/network.ts'
import { withinLimit, type Services } from '#server/platform/services.ts'

/**
 * A campaign's link: remembers the campaign in this browser, counts, and leads to the landing page. Nothing is stored
 * of whoever opens it.
 */
export function leadToLandingPages(app: FastifyInstance, services: Services): void {
  const { config } = services
  const secondsKept = campaignCookieDays * 24 * 3600
  app.get<{ Params: { code: string } }>(campaignPath(':code'), async (req, reply) => {
    const campaign = await readCampaign(services, req.params.code)
    if (!campaign) return reply.callNotFound()
    if (!campaign.is_ended && !isPreview(req)) {
      if (req.cookies[campaignCookie(config)] !== campaign.code) await countOpening(services, req, campaign)
      reply.setCookie(campaignCookie(config), campaign.code, {
        ...cookie,
        httpOnly: true,
        secure: secure(config),
        maxAge: secondsKept,
      })
    }
    return reply.redirect(campaign.landing_url)
  })
}

/** A program that looks at a link before somebody opens it. */
const isPreview = ({ method, headers }: FastifyRequest): boolean =>
  method === 'HEAD' || /prefetch|preview/i.test(String([headers['sec-purpose'], headers.purpose]))

interface Opened {
  campaign_id: number
  code: string
  landing_url: string
  is_ended: boolean
}
const longestCode = 40
async function readCampaign({ db }: Services, code: string): Promise<Opened | undefined> {
  if (code.length > longestCode || code.includes('\0')) return undefined
  const { rows } = await sql<Opened>`
    select campaign_id, code, landing_url, ended_tm is not null as is_ended
    from campaign
    where lower(code) = ${code.toLowerCase()}`.execute(db)
  return rows[0]
}

/** Many openings of one network count as far as the limit; the link leads on all the same. */
async function countOpening({ db, clock }: Services, req: FastifyRequest, { campaign_id }: Opened) {
  if (!(await withinLimit(db, `campaign links from ${networkOf(req.ip)}`, mostOpenings, 3600))) return
  await sql`
    insert into campaign_opening as o (campaign_id, day, openings)
    values (${campaign_id}, ${dayOf(clock.now())}, 1)
    on conflict (campaign_id, day) do update set openings = o.openings + 1`.execute(db)
}
