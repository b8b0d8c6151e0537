import type { Locator, Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import {
  accessible,
  dark,
  expect,
  isNight,
  nightly,
  people,
  signIn,
  test,
  unique,
  type Api,
} from './fixtures.ts'

const secret = 'a brand new secret'
/** The newest letter to an address, by the path that its button leads to. */
async function linkTo(api: Api, email: string): Promise<string> {
  const letters = await api.call('listKeptMail', {})
  const { text } = letters.find((one) => one.recipient === email)!
  return /https?:\/\/[^/\s]+(\/(?:register|verification|password-reset)\S+)/.exec(text)![1]!
}
async function invite(api: Api) {
  const email = `${unique()}@example.com`.toLowerCase()
  const company = `Shop ${unique()}`
  await api.call('inviteUser', { body: { email, company } })
  return { email, company, link: await linkTo(api, email) }
}
/** A contact of some vendor that has a login to confirm. */
async function asked(api: Api, email = `${unique()}@example.com`.toLowerCase()) {
  const { vendor_id } = await api.someVendor()
  const params = { vendor_id }
  const { contacts } = await api.call('listVendorContacts', { params })
  const {
    contact_id: _id,
    login: _login,
    troubles: _troubles,
    unsubscribed: _unsubscribed,
    ...first
  } = contacts[0]!
  const added = { ...first, email, is_primary: false }
  const saved = await api.call('saveVendorContacts', { params, body: { contacts: [...contacts, added] } })
  const { contact_id } = saved.contacts.find((one) => one.email === email)!
  await api.call('giveLogin', { params, body: { contact_id } })
  return { vendor_id, email, link: await linkTo(api, email) }
}

const byDay = [
  [375, 'light'],
  [800, 'dark'],
] as const
const views = isNight ? ([...byDay, [1440, 'light'], [375, 'dark']] as const) : byDay
/** Whole on a phone and a tablet, by night also on a desk, light and dark, with targets for a thumb. */
async function fitsEverywhere(page: Page) {
  for (const [width, colorScheme] of views) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(wider).toBeLessThanOrEqual(0)
    for (const control of await page
      .locator('main')
      .locator('a, button[type=submit], input:visible, select')
      .all())
      expect((await control.boundingBox())!.height, `${width} px`).toBeGreaterThanOrEqual(40)
    await accessible(page, colorScheme === 'dark' ? dark : {})
  }
}
const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('an invitation opens an account once: form errors, signing in, and the used link', async ({
  page,
  api,
  expected,
}) => {
  expected.push(/400/)
  const { email, company, link } = await invite(api)
  await page.goto(link)
  await title(page, `Create your ${company} account`)
  await fitsEverywhere(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  for (const fault of ['Use at least 10 characters', 'Enter a phone number', 'Choose one'])
    await expect(page.getByText(fault)).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('password1234')
  await page.getByLabel('Phone number').fill('+1 555 010 2000')
  await page.getByLabel('Do you already sell online?').selectOption('Yes')
  await page.getByLabel('About how many orders do you get a month?').selectOption('101-500')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This password is too common. Choose another')).toBeVisible()
  await accessible(page)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/account\/details$/)
  await expect(page.getByText(`Welcome! Your ${company} account is ready.`)).toBeVisible()
  await page.goto('/account/details')
  await expect(page.getByText(email).first()).toBeVisible()
  await page.context().clearCookies()
  await page.goto(link)
  await title(page, 'This invitation no longer works')
  await fitsEverywhere(page)
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test(
  'an invitation whose address got a login meanwhile is refused and says what to do',
  nightly,
  async ({ page, api }) => {
    const { email, company, link } = await invite(api)
    await asked(api, email)
    await page.goto(link)
    await title(page, `Create your ${company} account`)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByLabel('Phone number').fill('+1 555 010 2000')
    await page.getByLabel('Do you already sell online?').selectOption('Not yet')
    await page.getByRole('button', { name: 'Create account' }).click()
    await title(page, 'This invitation no longer works')
  },
)

test('an incomplete or altered registration link says what to do', nightly, async ({ page, api }) => {
  const { email, link } = await invite(api)
  for (const part of ['/register', `/register?email=${email}`, link.replace(/email=[^&]*&/, '')]) {
    await page.goto(part)
    await title(page, 'This link is incomplete')
  }
  await fitsEverywhere(page)
  for (const changed of [`${link}x`, link.replace('email=', 'email=x')]) {
    await page.goto(changed)
    await title(page, 'This invitation no longer works')
  }
})

test('a contact who gets a login confirms the address once', nightly, async ({ page, api }) => {
  const { email, link } = await asked(api)
  await page.goto(link)
  await title(page, 'Confirm your email address')
  await expect(page.getByText(email)).toBeVisible()
  await fitsEverywhere(page)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page).toHaveURL(/\/account\/details$/)
  await expect(page.getByText('Email address confirmed.')).toBeVisible()
  await page.goto(link)
  await title(page, 'Email address confirmed')
  await fitsEverywhere(page)
  await page.goto(`${link}x`)
  await title(page, 'This link doesn’t work')
  await page.goto('/verification')
  await title(page, 'This link doesn’t work')
  await fitsEverywhere(page)
})

test(
  'staff see that a contact’s confirmation is pending and resend the link, which invalidates the first',
  nightly,
  async ({ page, api }) => {
    const { vendor_id, email, link } = await asked(api)
    await signIn(page, people.support, `/vendors/view/${vendor_id}/contact`)
    await page.getByRole('button', { name: `Resend link: ${email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await linkTo(api, email)).not.toBe(link)
    await page.context().clearCookies()
    await page.goto(link)
    await title(page, 'This link doesn’t work')
  },
)

test(
  'staff invite a vendor from the search, and are warned if the address already signs in',
  nightly,
  async ({ page, api, expected }) => {
    expected.push(/400/)
    const email = `${unique()}@example.com`.toLowerCase()
    await signIn(page, people.support)
    await page.getByRole('button', { name: 'Invite customer…' }).click()
    const modal = page.getByRole('dialog')
    await modal.getByLabel('Company').fill('Harbor Goods')
    await modal.getByLabel('Email').fill(people.customer)
    await modal.getByRole('button', { name: 'Send invitation' }).click()
    await expect(modal.getByText('This email already has a login')).toBeVisible()
    await accessible(page)
    await modal.getByLabel('Email').fill(email)
    await modal.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
    expect(await linkTo(api, email)).toMatch(/^\/register\?email=/)
  },
)

test('an unsubscribe link asks first, stops one kind of email, and confirms it', async ({ page, api }) => {
  const samples = await api.call('listMailSamples', {})
  const link = samples
    .map(({ text }) => /https?:\/\/[^/\s]+(\/unsubscribe\/\S+)/.exec(text)?.[1])
    .find(Boolean)!
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: /^Stop .*\?$/ })).toBeVisible()
  await fitsEverywhere(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await title(page, 'You’re unsubscribed')
  await fitsEverywhere(page)
  await page.reload()
  await title(page, 'You’re unsubscribed')
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
})

test(
  'an email link cut off at its end says so, whether or not anyone is signed in',
  nightly,
  async ({ page }) => {
    const told = page.getByText('This link is incomplete.')
    for (const path of ['/password-reset', '/unsubscribe/1', '/unsubscribe']) {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      await expect(told).toBeVisible()
    }
    await signIn(page, people.customer, '/unsubscribe/1')
    await expect(told).toBeVisible()
  },
)

test.describe('a broken unsubscribe link', () => {
  test.use({ expected: [/404|400/] })
  test('changes nothing and says so', async ({ page }) => {
    for (const link of [
      '/unsubscribe/1/none-of-ours',
      '/unsubscribe/one/x',
      `/unsubscribe/1/${'x'.repeat(600)}`,
    ]) {
      await page.goto(link)
      await title(page, 'This link doesn’t work')
    }
    await fitsEverywhere(page)
  })
})

test(
  'an invalid password reset link leads to the sign-in and says what to do',
  nightly,
  async ({ page, api, expected }) => {
    expected.push(/400/)
    for (const token of ['x'.repeat(43), 'short']) {
      await page.goto(`/password-reset/${token}`)
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByText('This password reset link no longer works.').first()).toBeVisible()
    }
    const { vendor_id } = await api.someVendor()
    await page.goto(await api.resetLink(vendor_id))
    await title(page, 'Set a new password')
    await fitsEverywhere(page)
  },
)

test('an expired link says so, how long a link works, and what to do', async ({ page }) => {
  const answers = (path: string, json: object) => page.route(path, (route) => route.fulfill({ json }))
  await answers('**/api-public/account/register?**', { valid: false, expired: true, company: '' })
  await page.goto('/register?email=pat%40example.com&repId=old')
  await title(page, 'This invitation has expired')
  await expect(page.getByText('Invitations expire after 14 days.')).toBeVisible()
  const email = 'nobody@example.com'
  await answers('**/api-public/account/verification?**', { needs_verification: true, email, expired: true })
  await page.goto('/verification?rep=1&key=old')
  await title(page, 'This link has expired')
  await expect(page.getByText('Links expire after 7 days.')).toBeVisible()
  await fitsEverywhere(page)
  await page.getByRole('button', { name: 'Send new link' }).click()
  await expect(page.getByText(messages.resetSent)).toBeVisible()
  await answers('**/api-public/account/password-reset/old', { valid: false, expired: true })
  await page.goto('/password-reset/old')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(messages.resetExpired)).toBeVisible()
})

test('a link in a report email asks first, then says what it stopped', async ({ page }) => {
  const answers = { valid: true, name: 'Deals of the week' }
  await page.route('**/api-public/report-email/*', (route) =>
    route.fulfill({
      json: { ...answers, state: route.request().method() === 'POST' ? 'stopped' : 'running' },
    }),
  )
  await page.goto('/report-email/a-sealed-key')
  await title(page, 'Stop “Deals of the week”?')
  await page.getByRole('button', { name: 'Stop this email' }).click()
  await title(page, 'Email stopped')
  await expect(page.getByText('You won’t get “Deals of the week” anymore.')).toBeVisible()
  await page.route('**/api-public/report-email/*', (route) =>
    route.fulfill({ json: { ...answers, state: 'used' } }),
  )
  await page.goto('/report-email/a-sealed-key')
  await title(page, 'This link was already used')
  await fitsEverywhere(page)
})

test('a link that couldn’t be checked can be tried again', nightly, async ({ page, api, expected }) => {
  expected.push(/500/)
  const { company, link } = await invite(api)
  await page.route('**/api-public/account/register?**', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Try again' }).click()
  await title(page, `Create your ${company} account`)
})

test('staff can view every kind of email as HTML and as plain text', async ({ page }) => {
  await signIn(page, people.support, '/dev/mail?of=samples')
  const mail = page.frameLocator('iframe[title="Reset your Feedstock password"]').first()
  await expect(mail.getByRole('link', { name: 'Set a new password' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Format' }).getByText('Text').click()
  await expect(page.getByText('Set a new password:').first()).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a link opens even for someone who is signed in', nightly, async ({ page, api }) => {
  const { company, link } = await invite(api)
  await signIn(page, people.customer, link)
  await title(page, `Create your ${company} account`)
})

test(
  'a password reset link opened while someone else is signed in says if it is invalid, and otherwise resets its owner’s password',
  nightly,
  async ({ page, api, expected }) => {
    expected.push(/40[01]/)
    await signIn(page, people.customer, '/password-reset/short')
    await expect(page).toHaveURL(/\/account\/details$/)
    const said = `You’re signed in as ${people.customer}. Use “Change password…” to change that password.`
    await expect(page.getByText(said)).toBeVisible()
    const email = await api.makeCustomer()
    const { vendors } = await api.call('searchVendors', { body: { term: email } })
    await page.goto(await api.resetLink(vendors[0]!.vendor_id))
    await page.getByLabel('New password').fill(secret)
    await page.getByLabel('Verify password').fill('another one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText(messages.passwordsDiffer)).toBeVisible()
    await page.getByLabel('Verify password').fill(secret)
    // what is mended is called wrong no longer
    await expect(page.getByText(messages.passwordsDiffer)).toHaveCount(0)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Password changed. Please sign in.')).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.locator('input[type=password]').fill(secret)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/account\/details$/)
    await expect(page.getByText('Please sign in.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  },
)

test('the sign-in has targets large enough for a thumb on a phone', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/login')
  for (const control of [
    page.getByLabel('Email'),
    page.getByRole('button', { name: 'Sign in', exact: true }),
    page.getByRole('button', { name: 'Forgot your password?' }),
  ])
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const edge = async (of: Locator) => (await of.boundingBox())!.x
  expect(await edge(page.locator('.brand svg'))).toBe(await edge(page.getByLabel('Email')))

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  await dialog.getByLabel('Email').fill(people.customer)
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Email')).toHaveValue(people.customer)
})
