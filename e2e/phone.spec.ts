import type { Page } from '@playwright/test'
import { screens } from '#web/screens.ts'
import {
  accessible,
  expect,
  people,
  plainColumns,
  plainRows,
  signIn,
  test,
  unique,
  type Api,
} from './fixtures.ts'

const phone = { width: 375, height: 812 }
/** What moves by itself after a screen is opened, as browsers measure it. */
const mostShift = 0.02

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { shift: number; moved: string[] }
    seen.shift = 0
    seen.moved = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        seen.moved.push(...entry.sources.map(({ node }) => (node instanceof Element ? node.className : '')))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Nothing makes the page scroll sideways; names what does. */
const fits = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        if (document.documentElement.scrollWidth <= window.innerWidth) return []
        return [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
          .map((element) => `${element.localName}.${element.className}`)
      }),
    )
    .toEqual([])

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0, { timeout: 30_000 })
}

async function holdsStill(page: Page): Promise<void> {
  const { shift, moved } = await page.evaluate(() => {
    const seen = window as unknown as { shift: number; moved: string[] }
    return { shift: seen.shift, moved: seen.moved }
  })
  expect(shift, moved.join('; ')).toBeLessThan(mostShift)
}

/** Answers come late and one after another, as over a phone's network. */
async function slowly(page: Page): Promise<void> {
  let calls = 0
  await page.route('**/api/**', async (route) => {
    const waitMs = 60 * (1 + (++calls % 6))
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await route.continue()
  })
}

async function findOwnSupplier(api: Api): Promise<number> {
  const { vendors } = await api.call('searchVendors', { body: { term: people.customer } })
  const { vendor_id } = vendors[0]!
  const { subscriptions } = await api.call('listVendorSubscriptions', { params: { vendor_id } })
  return subscriptions.find((subscription) => !subscription.no_access)!.dropshipper_id
}

const ownScreens = screens.filter(({ access, load }) => access === 'account' && load)
for (const { state, path } of ownScreens)
  test(`on a phone, ${state} fits, holds still and is accessible`, async ({ page, api }) => {
    await page.setViewportSize(phone)
    await watchShifts(page)
    await slowly(page)
    const dropshipper_id = String(await findOwnSupplier(api))
    await signIn(page, people.customer, path.replace('$dropshipper_id', dropshipper_id))
    await settled(page)
    await fits(page)
    await holdsStill(page)
    await accessible(page)
  })

test('on a phone, a suspended account’s band moves nothing', async ({ page }) => {
  await page.setViewportSize(phone)
  await watchShifts(page)
  await page.route('**/api/account/standing', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    // later than what the screen itself reads
    await new Promise((resolve) => setTimeout(resolve, 700))
    return route.fulfill({ json: { ...answer, inactive: 'suspended', owed: '599.00' } })
  })
  for (const path of ['/account/suppliers', '/account/billing-information']) {
    await signIn(page, people.customer, path)
    await expect(page.getByRole('alert', { name: 'Account status' })).toBeVisible()
    await settled(page)
    await fits(page)
    await holdsStill(page)
  }
})

test('on a phone, staff approve a held run', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(30))
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('held')
  await page.setViewportSize(phone)
  await watchShifts(page)
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await settled(page)
  await fits(page)
  await accessible(page)
  await page.getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The summer range has ended')
  await dialog.getByRole('button', { name: /^Approve/ }).click()
  await expect
    .poll(async () => (await api.call('getRun', { params: { feed_run_id: run.feed_run_id } })).state)
    .toBe('applied')
})

test('on a phone, staff add a note', async ({ page, api }) => {
  const { vendor_id } = await api.makeVendor()
  await page.setViewportSize(phone)
  await signIn(page, people.support, `/vendors/view/${vendor_id}`)
  await settled(page)
  await fits(page)
  await page.getByRole('button', { name: /^Notes/ }).click()
  // a drawer over the page
  const side = page.getByRole('dialog')
  const note = `Called from the road ${unique()}`
  await side.getByLabel('New note').fill(note)
  await side.getByRole('button', { name: 'Save note' }).click()
  await expect(side.getByText(note)).toBeVisible()
  await fits(page)
  await accessible(page)
})

test('on a phone, support asks for a refund', async ({ page, api }) => {
  const vendor_id = await findPayer(api)
  const why = `From the road ${unique()}`
  await page.setViewportSize(phone)
  await signIn(page, people.support, `/vendors/view/${vendor_id}/billing_history`)
  await settled(page)
  await fits(page)
  await page.getByRole('button', { name: 'Request…', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Ask finance to refund / })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(why)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ask finance to refund $1' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await expect(page.getByText(why)).toBeVisible()
  await fits(page)
  await page.getByRole('button', { name: 'Withdraw…' }).click()
  const withdraw = page.getByRole('dialog')
  await withdraw.getByLabel('Reason').fill('Only a test')
  await withdraw.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText(why)).toHaveCount(0)
})

/** A vendor whose card works, with a charge that can be refunded and nothing under way. */
async function findPayer(api: Api): Promise<number> {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'oldest', status: [1], page: 15 },
  })
  for (const { vendor_id } of vendors.filter((_, i) => i % 2 === test.info().parallelIndex % 2)) {
    const params = { vendor_id }
    const { card, balance, under_way, waiting } = await api.call('getVendorPayments', { params })
    const { charges } = await api.call('listVendorCharges', { params, query: { sort: '-tm' } })
    const isWell = / (4242|4444)$/.test(card?.text ?? '') && balance === '0.00'
    if (isWell && under_way.length + waiting.length === 0 && charges[0]?.state === 'success') return vendor_id
  }
  throw new Error('no vendor of the demonstration pays by card')
}

test('on a phone, staff resend a login link', async ({ page, api }) => {
  const email = `${unique()}@example.com`.toLowerCase()
  const { vendor_id } = await api.makeVendor()
  const params = { vendor_id }
  const { contacts } = await api.call('listVendorContacts', { params })
  const { contact_id: _id, login: _login, troubles: _troubles, unsubscribed: _ended, ...first } = contacts[0]!
  const added = { ...first, email, is_primary: false }
  const saved = await api.call('saveVendorContacts', { params, body: { contacts: [...contacts, added] } })
  const { contact_id } = saved.contacts.find((contact) => contact.email === email)!
  await api.call('giveLogin', { params, body: { contact_id } })
  const before = await letterTo(api, email)
  await page.setViewportSize(phone)
  await signIn(page, people.support, `/vendors/view/${vendor_id}/contact`)
  await settled(page)
  await fits(page)
  await page.getByRole('button', { name: `Resend link: ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Link sent to ${email}`)).toBeVisible()
  await expect.poll(() => letterTo(api, email)).not.toBe(before)
  await accessible(page)
})

/** The newest email to an address. */
async function letterTo(api: Api, email: string): Promise<string> {
  const letters = await api.call('listKeptMail', {})
  return letters.find(({ recipient }) => recipient === email)!.text
}
