import type { Page } from '@playwright/test'
import { accountNavigation } from '#web/screens.ts'
import {
  accessible,
  dark,
  expect,
  nightly,
  nightlyOwnContext,
  people,
  signIn,
  test,
  type Api,
} from './fixtures.ts'

// a refusal that a page shows is also in its console
test.use({ expected: [/40[13]/] })

/** A vendor that no other test changes, and that somebody of it signs in to. */
let taken = 0
async function takeVendor(api: Api) {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'newest', status: [1], page: 4 },
  })
  for (;;) {
    // every second is the other worker's
    const vendor = vendors[(test.info().parallelIndex + 2 * taken++) % vendors.length]!
    const found = await api.call('getVendor', { params: { vendor_id: vendor.vendor_id } })
    if ('has_login' in found && found.has_login) return found
  }
}
const at = ({ vendor_id }: { vendor_id: number }) => `/vendors/view/${vendor_id}`
const item = (page: Page) => page.getByRole('menuitem', { name: 'View as customer' })
async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(item(page)).toBeVisible()
}
async function beginView(page: Page) {
  await openMenu(page)
  await item(page).click()
}
async function viewed(page: Page, begin = () => beginView(page)): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), begin()])
  await expect(band(tab)).toBeVisible()
  return tab
}
const band = (tab: Page) => tab.getByRole('region', { name: 'View as customer' })
const bar = (tab: Page) => tab.getByRole('navigation', { name: 'Account' })
const over = (tab: Page) => tab.getByRole('dialog', { name: /^You’re no longer viewing/ })
const path = (tab: Page) => new URL(tab.url()).pathname.replace(/^\/viewing\/\d+/, '')

test('a tab shows what the customer sees, says so on every screen, and can be ended', async ({
  page,
  api,
}) => {
  const vendor = await takeVendor(api)
  await signIn(page, people.support, at(vendor))
  const tab = await viewed(page)
  await expect(band(tab)).toContainText(`Viewing ${vendor.company} as `)
  await expect(band(tab)).toContainText('You can’t make changes here.')
  await expect(band(tab)).toContainText('Sasha Support is viewing')
  await expect(tab.getByRole('timer')).toContainText(/^(30:00|29:\d\d) left$/)
  await expect(tab).toHaveTitle('As customer: Account Details · Feedstock')
  await expect(tab.getByText(`Signed in as ${vendor.email}.`)).toBeVisible()
  await expect(bar(tab).getByRole('link').last()).toBeVisible()
  await expect(bar(tab).getByRole('link')).toHaveText(accountNavigation().map(({ nav }) => nav.label))
  await accessible(tab)
  // all that the band says is in sight, however narrow
  await tab.setViewportSize({ width: 375, height: 700 })
  const says = (text: RegExp) => band(tab).getByText(text).first()
  expect((await says(/^Viewing .+ as /).boundingBox())!.y).toBeGreaterThanOrEqual(0)
  const [end, bottom] = [await band(tab).getByRole('button').boundingBox(), await band(tab).boundingBox()]
  expect(end!.y + end!.height).toBeLessThanOrEqual(bottom!.y + bottom!.height)
  await tab.setViewportSize({ width: 800, height: 700 })
  await tab.emulateMedia({ colorScheme: 'dark' })
  await accessible(tab, dark)

  await tab.getByRole('button', { name: 'Account menu' }).click()
  await expect(tab.getByText(vendor.email, { exact: true }).last()).toBeVisible()
  await expect(tab.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(0)
  await tab.keyboard.press('Escape')
  for (const staffs of [at(vendor), '/login', '/register', '/nowhere']) {
    await tab.goto(tab.url().replace(path(tab), staffs))
    await expect(band(tab)).toBeVisible()
    await expect(tab.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible()
    expect(path(tab)).toBe('/account/details')
  }
  await tab.goto(tab.url().replace(path(tab), '/account/billing-information'))
  await expect(band(tab)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: vendor.company })).toBeVisible()
  await expect(band(page)).toHaveCount(0)

  await Promise.all([tab.waitForEvent('close'), band(tab).getByRole('button', { name: 'End view' }).click()])
  await page.goto(`${at(vendor)}/log`)
  const looked = page.getByRole('table').getByText('Sasha Support viewed this account as')
  const ended = / for (less than a minute|\d+ minutes?)$/
  await expect(looked.filter({ hasNotText: ended })).toBeVisible()
  await expect(looked.filter({ hasText: ended })).toBeVisible()
})

test(
  'a link from the customer view opens as the customer in another tab too',
  nightly,
  async ({ page, api }) => {
    await signIn(page, people.support, at(await takeVendor(api)))
    const tab = await viewed(page)
    const link = bar(tab).getByRole('link', { name: 'Account', exact: true })
    const other = await page.context().newPage()
    await other.goto((await link.getAttribute('href'))!)
    await expect(other.getByText('You can’t make changes here.')).toBeVisible()
  },
)

test('no request from the customer view can change anything', async ({ page, api }) => {
  const { vendor_id } = await takeVendor(api)
  await signIn(page, people.support, at({ vendor_id }))
  const tab = await viewed(page)
  const asked = await tab.evaluate(async (id) => {
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)![1]!)
    const viewing = /^\/viewing\/(\d+)/.exec(location.pathname)![1]
    const send = (method: string, url: string) =>
      fetch(`${url}?viewing=${viewing}`, {
        method,
        headers: { 'app-id': 'feedstock-e2e', 'x-xsrf-token': token },
      }).then(
        async (r) => `${r.status} ${((await r.json()) as { error: { message: string } }).error.message}`,
      )
    return [
      await send('POST', `/api/vendor/${id}/note`),
      await send('POST', '/api/authentication/logout'),
      await send('GET', `/api/vendor/view/${id}`),
    ]
  }, vendor_id)
  expect(asked).toEqual([
    '403 You’re viewing this account as the customer. You can’t make changes here.',
    '403 You’re viewing this account as the customer. You can’t make changes here.',
    "403 You don't have permission to do that!",
  ])
  await page.reload()
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
})

test(
  'an expired view says so, hides everything, and can be restarted or left',
  nightlyOwnContext,
  async ({ page, api }) => {
    const vendor = await takeVendor(api)
    await page.context().clock.install()
    await signIn(page, people.support, at(vendor))
    const tab = await viewed(page)
    await tab.clock.fastForward('29:50')
    await expect(tab.getByRole('timer')).toContainText(/^0:(0\d|10) left$/)
    await tab.clock.fastForward('00:11')
    await expect(over(tab)).toContainText('Your 30 minutes are up.')
    await expect(tab.getByText(vendor.email)).toHaveCount(0)
    await expect(band(tab)).toHaveCount(0)
    await accessible(tab)
    await tab.keyboard.press('Escape')
    await over(tab).getByRole('button', { name: 'View again' }).click()
    await expect(band(tab)).toBeVisible()

    const again = Number(/^\/viewing\/(\d+)/.exec(new URL(tab.url()).pathname)![1])
    await api.call('endCustomerView', { params: { id: again } })
    await tab.reload()
    await expect(over(tab)).toContainText('This view was ended.')
    await expect(tab.getByText(vendor.email)).toHaveCount(0)
    await over(tab).getByRole('link', { name: 'Back to vendor' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: vendor.company })).toBeVisible()
    await expect(tab).toHaveURL(at(vendor))
  },
)

test('signing out in another tab ends the view, without a sign-in form', nightly, async ({ page, api }) => {
  const vendor = await takeVendor(api)
  await signIn(page, people.support, at(vendor))
  const tab = await viewed(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await tab.reload()
  await expect(tab.getByText('You signed out, which ended the view.')).toBeVisible()
  await expect(tab.getByText(vendor.email)).toHaveCount(0)
  await tab.getByRole('link', { name: 'Back to Feedstock' }).click()
  await expect(tab).toHaveURL(/\/login\?next=/)
})

test('a vendor without a login can’t be viewed, and the button says why', nightly, async ({ page, api }) => {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'newest', status: [1], page: 2 },
  })
  const views = await Promise.all(
    vendors.map(({ vendor_id }) => api.call('getVendor', { params: { vendor_id } })),
  )
  const vendor = views.filter((v) => 'has_login' in v).find((v) => !v.has_login)!
  await signIn(page, people.support, at(vendor))
  await openMenu(page)
  await expect(item(page)).toBeDisabled()
  await expect(item(page)).toHaveAttribute('title', `${vendor.company} has no login to view as`)
})

test('“view as …” in the palette also opens the view', nightly, async ({ page, api }) => {
  const vendor = await takeVendor(api)
  await signIn(page, people.support, '/suppliers/')
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Search everything' })
  await box.pressSequentially(`view as customer ${vendor.email}`)
  const tab = await viewed(page, () => box.press('Enter'))
  await expect(band(tab)).toContainText(vendor.company)
})
