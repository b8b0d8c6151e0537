import type { Page } from '@playwright/test'
import { accessible, expect, ownContext, password, test } from './fixtures.ts'

/** Passkeys belong to a name; the tests' address is a number, which this machine is also called. */
const here = (path: string) => `http://localhost:${process.env.E2E_PORT}${path}`

/** A fingerprint reader that always recognizes its owner. */
async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
async function signIn(page: Page, email: string) {
  await page.goto(here('/login'))
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
async function add(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add passkey…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill(name)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
}

test(
  'a passkey is added, renamed, signs in without a password, and is removed',
  ownContext,
  async ({ page, api, expected }) => {
    expected.push(/400/)
    test.setTimeout(120_000)
    const email = await api.makeCustomer()
    await plugIn(page)
    await signIn(page, email)
    await expect(page).toHaveURL(/\/account\/details$/)
    await add(page, 'Laptop')
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename passkey' })
    await rename.getByLabel('Name').fill('Work laptop')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()
    const signOut = async () => {
      await page.getByRole('button', { name: 'Account menu' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/\/login$/)
    }
    await signOut()
    const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
    await withPasskey.click()
    await expect(page).toHaveURL(/\/account\/details$/)
    await expect(page.getByText(/last used/).first()).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
    await expect(page.getByText('Passkey removed')).toBeVisible()
    await expect(page.getByText('No passkeys yet.')).toBeVisible()
    await signOut()
    await withPasskey.click()
    await expect(page.getByRole('alert')).toHaveText('This passkey doesn’t work here. Sign in another way')
    await accessible(page)
  },
)

test(
  'whoever must use two-step sign-in sets it up before anything else',
  ownContext,
  async ({ page, api }) => {
    const email = await api.makeCustomer()
    await plugIn(page)
    // as the server answers an admin while it is required
    let isDone = false
    for (const path of ['**/api-public/authentication/login', '**/api/account/get'])
      await page.route(path, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), needs_two_step: !isDone } })
      })
    await signIn(page, email)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await accessible(page)
    await page.route('**/api/account/passkeys', async (route) => {
      isDone ||= route.request().method() === 'POST'
      await route.continue()
    })
    await add(page, 'Laptop')
    await expect(page.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible()
  },
)
