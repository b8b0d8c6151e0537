import { beforeAll, describe, expect, test } from 'vitest'
import type { Affiliate, Campaign } from '#contract/marketing/campaigns.ts'
import { client, harness, lettersTo, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
let made = 0
beforeAll(async () => {
  c = await staff(h)
})
const form = (change: object = {}) => ({
  campaign_name: `Campaign ${++made}`,
  code: `Code-${made}`,
  landing_url: 'https://www.example.com/offer',
  vendor_affiliate_id: null,
  promo_code_id: null,
  is_ended: false,
  ...change,
})
const save = (body: object) => c.post('/api/marketing-campaigns/links', body)
const add = async (change: object = {}): Promise<Campaign> => (await save(form(change))).body
const list = async (): Promise<Campaign[]> => (await c.get('/api/marketing-campaigns/links')).body
const one = async (id: number) => (await list()).find(({ campaign_id }) => campaign_id === id)!
const fieldsOf = async (body: object) => (await save(body)).body.error.fields
/** Opens a link; returns the answer and the browser's cookies. */
async function open(code: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const reply = await h.app.inject({ method, url: `/c/${code}`, headers })
  return {
    status: reply.statusCode,
    to: reply.headers.location,
    cookie: reply.cookies.find(({ name }) => name === 'campaign'),
  }
}
/** Somebody whom staff invited registers. */
async function register({
  cookie,
  tags,
  campaign_id,
}: { cookie?: string; tags?: object; campaign_id?: number } = {}) {
  const email = `registrant${++made}@example.com`
  await c.post('/api/invitations', { email, company: `Shop ${made}`, campaign_id: campaign_id ?? null })
  const [letter] = await lettersTo(h, email)
  const link = new URLSearchParams(/\/register\?(\S+)/.exec(letter!.text)![1])
  const browser = await client(h)
  const utm_campaign = link.get('utm_campaign') ?? ''
  const reply = await h.app.inject({
    method: 'POST',
    url: '/api-public/account/register',
    headers: {
      ...browser.raw.headers,
      cookie: `${browser.raw.cookie}${cookie === undefined ? '' : `; campaign=${cookie}`}`,
    },
    payload: {
      contact: { primaryPhone: '+1 555 010 2000' },
      rep: {
        login: email,
        password: 'a brand new secret',
        currentlySellingOnline: false,
        repId: link.get('repId'),
      },
      source: { utm_campaign, ...tags },
    },
  })
  expect(reply.json()).toEqual({ success: true })
  return h.services.db
    .selectFrom('registration_source')
    .innerJoin('contact', 'contact.vendor_id', 'registration_source.vendor_id')
    .select(['campaign_id', 'promo_code_id', 'vendor_affiliate_id', 'utm_source', 'utm_campaign'])
    .where('contact.email', '=', email)
    .executeTakeFirst()
}

describe('a campaign', () => {
  test('is added and changed, logged, and each problem is at its field', async () => {
    const campaign = await add()
    expect(campaign).toMatchObject({ opened: 0, registered: 0, paid: 0, is_ended: false })
    expect(campaign.link).toBe(`${h.services.config.publicUrl}/c/${campaign.code}`)
    expect(await fieldsOf(form({ code: campaign.code.toLowerCase() }))).toEqual({
      code: 'Another campaign has this code',
    })
    expect(await fieldsOf(form({ campaign_name: campaign.campaign_name }))).toEqual({
      campaign_name: 'Another campaign has this name',
    })
    expect(await fieldsOf(form({ code: 'two words', landing_url: 'ftp://x', campaign_name: ' ' }))).toEqual({
      code: 'Use letters, digits, - and _',
      landing_url: 'Enter an address such as https://example.com/offer',
      campaign_name: 'Enter a name',
    })
    expect(await fieldsOf(form({ vendor_affiliate_id: 1_000_000, promo_code_id: 1_000_000 }))).toEqual({
      vendor_affiliate_id: 'Affiliate not found',
      promo_code_id: 'Promo code not found',
    })
    const { campaign_id, version } = campaign
    const change = form({ campaign_name: 'Renamed', code: campaign.code, campaign_id, version })
    expect((await save(change)).body).toMatchObject({ campaign_id, campaign_name: 'Renamed' })
    const other = await staff(h)
    const stale = await other.post('/api/marketing-campaigns/links', { ...change, campaign_name: 'Mine' })
    expect([stale.status, stale.body.error.changed]).toEqual([
      409,
      [expect.objectContaining({ field: 'campaign_name', to: 'Renamed' })],
    ])
    const { rows } = await h.services.database.pool.query(
      `select message from activity where entity = 'campaign' and entity_id = $1 order by activity_id`,
      [String(campaign_id)],
    )
    expect(rows.map(({ message }) => message)).toEqual([
      `Campaign ${campaign.campaign_name} added`,
      `Campaign ${campaign.campaign_name} changed: Name`,
    ])
  })
  test('that two people add at once is there once', async () => {
    const body = form()
    const answers = await Promise.all([1, 2].map(() => save(body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('a link', () => {
  test('leads to the landing page, and counts a browser once', async () => {
    const { campaign_id, code } = await add()
    const first = await open(code.toUpperCase())
    expect(first).toMatchObject({ status: 302, to: 'https://www.example.com/offer' })
    expect(first.cookie).toMatchObject({ value: code, httpOnly: true, sameSite: 'Lax', maxAge: 30 * 86_400 })
    await open(code, { cookie: `campaign=${code}` })
    await open(code, { 'sec-purpose': 'prefetch' })
    await open(code, {}, 'HEAD')
    expect((await one(campaign_id)).opened).toBe(1)
    await Promise.all([1, 2, 3].map(() => open(code)))
    expect((await one(campaign_id)).opened).toBe(4)
  })
  test('of an ended campaign leads on and counts nothing; an unknown one leads nowhere', async () => {
    const { campaign_id, code } = await add({ is_ended: true })
    expect(await open(code)).toMatchObject({ status: 302, cookie: undefined })
    expect((await one(campaign_id)).opened).toBe(0)
    expect((await open('nothing')).to).toBe(undefined)
    expect((await open('x'.repeat(3000))).to).toBe(undefined)
  })
  test('that one network opens again and again counts as far as the limit', async () => {
    const { campaign_id, code } = await add()
    for (let i = 0; i < 65; i++) expect((await open(code)).status).toBe(302)
    expect((await one(campaign_id)).opened).toBeLessThanOrEqual(60)
  })
})

describe('a registration keeps its source:', () => {
  const affiliateOf = async () => (await makeLogin(h, 'customer')).vendor_id
  const codeOf = async (vendor_affiliate_id: number | null) =>
    await h.services.db
      .insertInto('promo_code')
      .values({
        promo_code: `CODE${++made}`,
        percentage_based: true,
        discount: '10',
        is_recurring: false,
        vendor_affiliate_id,
      })
      .returning(['promo_code_id', 'promo_code'])
      .executeTakeFirstOrThrow()
  test('the campaign whose link was opened, its code and its affiliate', async () => {
    const affiliate = await affiliateOf()
    const { promo_code_id } = await codeOf(null)
    const { campaign_id, code } = await add({ vendor_affiliate_id: affiliate, promo_code_id })
    expect(await register({ cookie: code })).toMatchObject({
      campaign_id,
      promo_code_id,
      vendor_affiliate_id: affiliate,
    })
    expect(await one(campaign_id)).toMatchObject({ registered: 1, paid: 0 })
    const affiliates: Affiliate[] = (await c.get('/api/affiliates/links')).body
    expect(affiliates.find(({ vendor_id }) => vendor_id === affiliate)).toMatchObject({
      links: [{ campaign_id }],
      registered: 1,
      total_revenue: '0.00',
    })
    expect((await c.get('/api/affiliates/list-basic')).body).toContainEqual({
      vendor_id: affiliate,
      name: expect.any(String),
    })
  })
  test('the campaign that the invitation names comes before an opened link', async () => {
    const [opened, invited] = [await add(), await add()]
    expect(await register({ cookie: opened.code, campaign_id: invited.campaign_id })).toMatchObject({
      campaign_id: invited.campaign_id,
      utm_campaign: invited.code,
    })
    expect(
      (await c.post('/api/invitations', { email: 'z@example.com', company: 'Z', campaign_id: 1_000_000 }))
        .body.error.fields,
    ).toEqual({ campaign_id: 'Campaign not found' })
  })
  test('a promo code’s affiliate, and tags of others', async () => {
    const affiliate = await affiliateOf()
    const { promo_code, promo_code_id } = await codeOf(affiliate)
    expect(await register({ tags: { promo_code: promo_code.toLowerCase() } })).toMatchObject({
      campaign_id: null,
      promo_code_id,
      vendor_affiliate_id: affiliate,
    })
    expect(await register({ tags: { utm_source: 'podcast', promo_code: 'UNKNOWN' } })).toMatchObject({
      campaign_id: null,
      promo_code_id: null,
      utm_source: 'podcast',
    })
  })
  test('none, for whoever comes directly or by a link that isn’t ours', async () => {
    expect(await register()).toBe(undefined)
    expect(await register({ cookie: 'nothing-of-ours' })).toBe(undefined)
  })
})
