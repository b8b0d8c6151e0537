import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { walmart } from '#server/stand-ins/walmart.ts'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { eachLine, ShopFault } from './ask.ts'
import type { TellRow } from './market.ts'
import { openMarket } from './open.ts'

const token = 'a|token/of=the+shop'
let market: Awaited<ReturnType<typeof startMarket>>
let close = () => Promise.resolve()
beforeEach(() => start(wooCommerce({ token })))
afterEach(() => close())
async function start(shop: Parameters<typeof startMarket>[0]) {
  await close()
  market = await startMarket(shop)
  close = market.close
}
const open = (kind: Parameters<typeof openMarket>[0]) =>
  openMarket(kind, {
    market_id: 63,
    address: market.address,
    login: 'ck_key',
    app: { amazon: { clientId: 'id', clientSecret: 'app-secret', loginUrl: market.address } },
    shop: { token, allowHosts: [new URL(market.address).host], milliseconds: 5000 },
  })
const faultOf = async (question: Promise<unknown>): Promise<ShopFault> => {
  const error = await question.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ShopFault)
  return error as ShopFault
}
const secondsOf = ({ opensAt }: ShopFault) => Math.round((opensAt! - Date.now()) / 1000)
const aDay = 86_400
const says = (header: string) => ({ status: 429, headers: { 'retry-after': header }, body: {} })

test.each([
  ['nought', '0', 1],
  ['so many seconds', '90', 90],
  ['a number that nobody waits for', '99999999999999', aDay],
  ['the seconds since 1970', () => String(Math.floor(Date.now() / 1000) + 120), 120],
  ['a date', () => new Date(Date.now() + 300_000).toUTCString(), 300],
  ['a date long ago', 'Thu, 01 Jan 2026 00:00:00 GMT', 1],
  ['a date far away', 'Fri, 01 Jan 2100 00:00:00 GMT', aDay],
])(
  'a shop that answers a rate limit with %s is retried after a second at least and a day at most',
  async (_what, header, seconds) => {
    market.mischief.push({ answer: says(typeof header === 'string' ? header : header()) })
    const waited = secondsOf(await faultOf(open('woocommerce').check()))
    expect(Math.abs(waited - seconds)).toBeLessThanOrEqual(2)
  },
)

test('a shop that repeats the same short wait is retried less and less often', async () => {
  market.mischief.push({ times: 12, answer: says('0') })
  const shop = open('woocommerce')
  const waits: number[] = []
  for (let i = 0; i < 12; i++) waits.push(secondsOf(await faultOf(shop.check())))
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  // what it answers ends that
  await shop.check()
  market.mischief.push({ answer: says('0') })
  expect(secondsOf(await faultOf(shop.check()))).toBe(1)
})

test('a shop’s own rate limit headers are capped at a day, and repeated waits grow', async () => {
  await start(bigCommerce({ token }))
  const shop = open('bigcommerce')
  const answer = (header: string, value: string) => ({ status: 429, headers: { [header]: value }, body: {} })
  market.mischief.push({ answer: answer('x-retry-after', '1e12') })
  expect(secondsOf(await faultOf(shop.check()))).toBe(aDay)
  market.mischief.push({ times: 2, answer: answer('x-rate-limit-time-reset-ms', '1') })
  expect(secondsOf(await faultOf(shop.check()))).toBe(2)
  expect(secondsOf(await faultOf(shop.check()))).toBe(4)
})

const row: TellRow = { sku: 'A', quantity: 1, remote: { id: 7, product: 7, variant: 8 }, fresh: false }
test('a market’s message about a product never contains the token or login, however encoded', async () => {
  const basic = Buffer.from(`ck_key:${token}`).toString('base64')
  const message = `${'x'.repeat(480)} ${token} ${basic} ${encodeURIComponent(token)}`
  const update = [{ id: 7, error: { code: 'x', message } }]
  market.mischief.push({ answer: { body: { create: [], update } } })
  const { outcomes } = await open('woocommerce').tell([row], ['quantity'], 'key')
  expect(outcomes).toMatchObject([{ sku: 'A', state: 'refused' }])
  const [one] = outcomes
  const text = one?.state === 'refused' ? one.text : ''
  expect(text).toContain('••• •••')
  for (const secret of [token, basic, encodeURIComponent(token)])
    expect(text).not.toContain(secret.slice(0, 8))
})

test('a market’s message about a whole call never contains the token', async () => {
  await start(bigCommerce({ token }))
  const shop = open('bigcommerce')
  market.mischief.push({ pattern: /PUT/, answer: { status: 422, body: { title: `Bad token ${token}.` } } })
  const fault = await faultOf(shop.tell([row], ['quantity'], 'key'))
  expect(fault.message).toBe('Bad token •••.')
})

test('a market’s message never contains an access token obtained with the token', async () => {
  await start(walmart({ token }))
  const shop = open('walmart')
  const { ticket } = await shop.tell([row], ['quantity'], 'key')
  const { headers } = market.asked.at(-1)!
  const access = headers['wm_sec.access_token']!
  expect(access.length).toBeGreaterThan(3)
  const description = `No right with ${access}`
  const ingestionErrors = { ingestionError: [{ description }] }
  market.mischief.push({ pattern: /GET/, answer: { body: { feedStatus: 'ERROR', ingestionErrors } } })
  const { outcomes } = await shop.poll!(ticket!, [row], ['quantity'])
  expect(outcomes).toMatchObject([{ text: 'Walmart failed to process the feed. No right with •••' }])
})

test('a long file is read while data arrives and given up once none does', async () => {
  const server = createServer(async (req, res) => {
    for (let i = 0; i < (req.url === '/all' ? 12 : 3); i++) {
      res.write(`${i}\n`)
      await setTimeout(100)
    }
    if (req.url === '/all') res.end()
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  await close()
  close = () => new Promise((r) => void (server.closeAllConnections(), server.close(() => r())))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const shop = { origin: `http://${host}`, token, allowHosts: [host], milliseconds: 1000 }
  const lines: string[] = []
  await eachLine(shop, `http://${host}/all`, (line) => lines.push(line))
  expect(lines).toHaveLength(12)
  expect(await faultOf(eachLine(shop, `http://${host}/half`, () => {}))).toMatchObject({ why: 'outage' })
})
