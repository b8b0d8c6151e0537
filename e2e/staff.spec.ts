import type { Browser, Page } from '@playwright/test'
import { exportColumns } from '#contract/lists/columns.ts'
import { ssoFaults } from '#contract/session/single-sign-on.ts'
import { accessible, expect, password, people, signIn, test, unique, type Api } from './fixtures.ts'

/** The link of the newest letter to an address. */
async function joinLink(api: Api, email: string): Promise<string> {
  const letters = await api.call('listKeptMail', {})
  const { text } = letters.find((one) => one.recipient === email)!
  return /https?:\/\/[^/\s]+(\/join\/\S+)/.exec(text)![1]!
}
async function invite(page: Page, email: string, role: string) {
  await page.getByRole('button', { name: 'Invite staff…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
}
/** Somebody in a browser of their own, who joins with a link. */
async function join(browser: Browser, link: string, name: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('First name').fill(name)
  await page.getByLabel('Last name').fill('Tester')
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Join Feedstock' }).click()
  await expect(page).toHaveURL(/\/vendors\/search/)
  return { page, context }
}
async function confirm(page: Page, button: string, reason: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toHaveCount(0)
}

test.describe('an admin', () => {
  test.use({ expected: [/401|403/] })
  test('invites somebody, who joins, gets another role, and is signed out by being disabled', async ({
    page,
    browser,
    api,
  }) => {
    await signIn(page, people.admin, '/staff')
    const name = `Sam${unique()}`
    const email = `${name}@example.com`.toLowerCase()
    await invite(page, email, 'Support')
    const pending = page.getByRole('region', { name: 'Pending invitations' })
    await expect(pending.getByRole('row', { name: email })).toContainText('Sent')
    await accessible(page)

    const { page: theirs, context } = await join(browser, await joinLink(api, email), name)
    await expect(theirs.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
    await theirs.goto('/staff')
    await expect(theirs).toHaveURL(/\/vendors\/search/)

    await page.reload()
    await page.getByLabel('Search staff').fill(name)
    const row = page.getByRole('table', { name: 'Staff' }).getByRole('row', { name })
    await expect(row).toContainText('Support')
    await page.getByRole('button', { name: `Role… of ${name} Tester` }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Admin' }).check()
    await confirm(page, 'Change role', 'Helps with staff')
    await expect(row).toContainText('Admin')
    await theirs.goto('/staff')
    await expect(theirs.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()

    await page.getByRole('button', { name: `Disable… ${name} Tester` }).click()
    await expect(page.getByRole('dialog')).toContainText('Ends 1 open session now.')
    await accessible(page)
    await confirm(page, 'Disable login', 'Left the company')
    await expect(row).toContainText('Disabled')
    await theirs.goto('/vendors/search')
    await expect(theirs).toHaveURL(/\/login/)
    await context.close()

    await page.goto(`/staff?status=disabled&search=${name}`)
    await page.getByRole('button', { name: `Enable… ${name} Tester` }).click()
    await confirm(page, 'Enable login', 'Back again')
    await expect(page.getByText('No staff match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all staff' }).click()
    await expect(page).not.toHaveURL(/status=/)
  })
})

test.describe('an invitation', () => {
  test.use({ expected: [/400/] })
  test('can be withdrawn; its link then says so, and an address with a login is refused', async ({
    page,
    api,
    browser,
  }) => {
    await signIn(page, people.admin, '/staff')
    const email = `${unique()}@example.com`.toLowerCase()
    await invite(page, email, 'Finance')
    const link = await joinLink(api, email)
    await page.getByRole('button', { name: `Withdraw… invitation of ${email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click()
    await expect(page.getByText('Invitation withdrawn')).toBeVisible()
    await expect(page.getByText(email)).toHaveCount(0)
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await theirs.goto(link)
    await expect(theirs.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
    await context.close()

    await page.getByRole('button', { name: 'Invite staff…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(people.support)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/login/)
  })
})

test('an admin can’t disable their own login', async ({ page }) => {
  await signIn(page, people.admin, '/staff')
  await expect(page.getByRole('button', { name: 'Disable… Ada Admin' })).toBeDisabled()
})

test('the staff list’s file has the same column headers as the list', async ({ page }) => {
  await signIn(page, people.admin, '/staff')
  const shown = page.getByRole('table', { name: 'Staff' }).getByRole('columnheader')
  await expect(shown.first()).toBeVisible()
  const exported: readonly string[] = Object.values(exportColumns.staff).map(([header]) => header)
  expect((await shown.allInnerTexts()).filter((header) => !exported.includes(header))).toEqual(['Actions'])
})

test('the sign-in page says why a provider’s sign-in was refused, and offers none that isn’t set up', async ({
  page,
}) => {
  await page.goto('/login?single-sign-on=disabled')
  await expect(page.getByRole('alert')).toHaveText(ssoFaults.disabled)
  await expect(page.getByText(/^Sign in with (?!a passkey)/)).toHaveCount(0)
  await accessible(page)
  await page.goto('/login?single-sign-on=toString')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('two-step sign-in is required after a confirmation that names who lacks it', async ({ page }) => {
  // for the other tests it stays optional
  const rule = { two_step_required: false }
  await page.route('**/api/sign-in-rule', async (route) => {
    if (route.request().method() === 'POST') Object.assign(rule, route.request().postDataJSON())
    await route.fulfill({ json: rule })
  })
  await signIn(page, people.admin, '/staff')
  const panel = page.locator('section.panel').filter({ hasText: 'for admin and finance' })
  await expect(panel).toContainText('Optional for admin and finance.')
  await panel.getByRole('button', { name: 'Require…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Require two-step sign-in?' })
  await expect(dialog).toContainText('don’t have it: Ada Admin')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Require' }).click()
  await expect(panel).toContainText('Required for admin and finance.')

  await page.route('**/api/account/get', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), needs_two_step: true } })
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible()
  const choice = await page.getByRole('button', { name: 'Add passkey…' }).boundingBox()
  expect(choice!.width).toBeLessThan(500)
})
