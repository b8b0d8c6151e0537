import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import {
  nightlyOwnContext,
  accessible,
  expect,
  isNight,
  nightly,
  password,
  people,
  signIn,
  test,
  unique,
} from './fixtures.ts'

/** By day a phone: how screens look at 1440 and 800 px e2e/screens.spec.ts sees. */
const widths = isNight ? [1440, 800, 375] : [375]
const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
const section = (page: Page, name: string) =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { level: 2, name }) })
/** Everything that is pressed, but for links in running text. */
const small = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input:not([type=checkbox], [type=radio]), nav a')]
      .map((one) => [one.textContent || one.id, one.getBoundingClientRect().height] as const)
      .filter(([, height]) => height > 1 && height < 44),
  )
/** Choices beside each other whose words end where the next one begins. */
const touching = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('.mantine-Radio-root')]
    const boxes = all.map((one) => [one.textContent, one.getBoundingClientRect()] as const)
    return boxes.flatMap(([text, { right, top }]) =>
      boxes.some(([, next]) => next.top === top && next.left >= right && next.left < right + 8) ? [text] : [],
    )
  })

test('customer screens fit a phone, and by night a tablet and a desktop, with targets large enough for a thumb', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, people.customer, '/account/details')
  for (const path of ['/account/details', '/account/contact-us', '/account/legacy-site-feedback'])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: width === 800 ? 'dark' : 'light', reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expect.poll(() => wider(page)).toBeLessThanOrEqual(0)
      if (width === 375) await expect.poll(() => small(page)).toEqual([])
      await expect.poll(() => touching(page)).toEqual([])
      await accessible(page)
    }
})

test('on a phone a menu leads to the other screens and closes after a choice', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/details')
  const nav = page.getByRole('navigation', { name: 'Account' })
  await expect(nav).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(nav.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await accessible(page)
  await nav.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/account/contact-us')
  await expect(nav).toBeHidden()
  await page.goto('/account')
  await expect(page).toHaveURL('/account/details')
})

test('saves details and notification emails together, and reports errors and a form without changes', async ({
  page,
  api,
}) => {
  await signIn(page, await api.makeCustomer(), '/account/details')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText("You haven't made any changes to your account details!")).toBeVisible()

  const emails = section(page, 'Notification emails')
  const add = emails.getByRole('button', { name: 'Add email address' })
  await add.click()
  await add.click()
  const [first, second] = [1, 2].map((n) => emails.getByRole('textbox', { name: `Email ${n}` }))
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('Please fix the errors in red and try again')).toBeVisible()
  // each toast stays for its own time
  await expect(page.getByText("You haven't made any changes to your account details!")).toBeVisible()
  const faults = emails.getByText('You need to enter an email address')
  await expect(faults).toHaveCount(2)
  const red = await faults.first().evaluate((fault) => getComputedStyle(fault).color)
  for (const field of [first!, second!]) await expect(field).toHaveCSS('border-top-color', red)
  const address = `${unique().toLowerCase()}@example.com`
  await first!.fill(address)
  await second!.fill('nobody')
  await save.click()
  await expect(emails.getByText('This is not a valid email address')).toBeVisible()
  await second!.fill(address.toUpperCase())
  await save.click()
  await expect(emails.getByText('This email address is being used more than once!')).toBeVisible()
  await second!.fill(`z${address}`)
  await emails.getByRole('checkbox', { name: 'Billing' }).last().uncheck()
  await emails.getByRole('checkbox', { name: 'Updates' }).last().uncheck()
  await save.click()
  await expect(
    emails.getByText(
      'You need to select at least one type of notification for this email, otherwise just remove it',
    ),
  ).toBeVisible()
  await emails.getByRole('checkbox', { name: 'Updates' }).last().check()
  const phone = `+1 555 ${String(Date.now()).slice(-7)}`
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('switch', { name: /Daily update email/ }).click()
  await save.click()
  await expect(page.getByText('Account details saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  await expect(emails.getByRole('textbox', { name: 'Email 1' })).toHaveValue(address)
  await expect(emails.getByRole('checkbox', { name: 'Billing' }).last()).not.toBeChecked()
})

test('reports new passwords that don’t match; a valid new password works from then on', async ({
  page,
  api,
}) => {
  const email = await api.makeCustomer()
  await signIn(page, email, '/account/details')
  await page.getByRole('button', { name: 'Change password…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByLabel('New password').fill('a new long password')
  await dialog.getByLabel('Verify password').fill('another long password')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  const verify = dialog.getByLabel('Verify password')
  await expect(verify).toHaveAccessibleDescription('Your new password and verify password do not match!')
  await expect(dialog.getByRole('alert')).toHaveText('Please fix the errors in red and try again')
  await expect(verify).toBeFocused()
  await accessible(page)
  await dialog.getByLabel('Verify password').fill('a new long password')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type=password]').fill('a new long password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/account/details')
})

test(
  'on a phone the missing fields are listed on their own line, and no button moves when the line disappears',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await signIn(page, people.customer, '/account/details')
    await page.getByRole('button', { name: 'Change password…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your password' })
    await dialog.getByLabel('Current password').fill(password)
    const missing = dialog.getByText('Enter the new password twice')
    const act = dialog.getByRole('button', { name: 'Change password' })
    const [said, button] = [(await missing.boundingBox())!, (await act.boundingBox())!]
    expect(said.height).toBeLessThan(30)
    expect(said.y).toBeGreaterThanOrEqual(button.y + button.height)
    await dialog.getByLabel('New password').fill('a new long password')
    await dialog.getByLabel('Verify password').fill('a new long password')
    await expect(missing).toHaveCount(0)
    await expect.poll(() => act.boundingBox()).toEqual(button)
  },
)

test('on a phone a dialog opens below a toast that is still visible', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/details')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.getByRole('status').filter({ hasText: "You haven't made any changes" })
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Change password…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })
  await expect(dialog).toBeVisible()
  const [over, under] = [(await toast.boundingBox())!, (await dialog.boundingBox())!]
  expect(under.y).toBeGreaterThanOrEqual(over.y + over.height)
})

test('a newly added email field has the cursor', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/details')
  await page.getByRole('button', { name: 'Add email address' }).click()
  await expect(page.getByRole('textbox', { name: /^Email \d$/ }).last()).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto('/account/product-alerts')
  await page.getByRole('button', { name: 'Add email address' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' }).last()).toBeFocused()
})

test('on a phone a switch’s explanation is right below its label', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/details')
  const [name, meaning] = await Promise.all(
    ['Daily update email', /^What we sent to your stores/].map((text) =>
      page.getByText(text).evaluate((of) => {
        const words = document.createRange()
        words.selectNodeContents(of)
        return words.getBoundingClientRect()
      }),
    ),
  )
  expect(meaning!.top - name!.bottom).toBeLessThan(8)
})

test('another session can be ended from here', nightly, async ({ page, browser, expected, api }) => {
  expected.push(/401/)
  const email = await api.makeCustomer()
  await signIn(page, email, '/account/details')
  const elsewhere = await (await browser.newContext({ userAgent: 'Firefox/133.0 (Android)' })).newPage()
  await signIn(elsewhere, email, '/account/details')
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox on Android' }).first()
  await row.getByRole('button', { name: 'Sign out Firefox on Android' }).click()
  await expect(page.getByText('Firefox on Android signed out')).toBeVisible()
  await elsewhere.goto('/account/details')
  await expect(elsewhere).toHaveURL(/\/login/)
})

test('two-step sign-in is turned on with an app, required, passed with a recovery code, and turned off', async ({
  page,
  expected,
  api,
}) => {
  expected.push(/400/)
  test.setTimeout(120_000)
  const email = await api.makeCustomer()
  await signIn(page, email, '/account/details')
  await page.getByRole('button', { name: 'Turn on two-step sign-in…' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  const [begun] = await Promise.all([
    page.waitForResponse('**/second-factor/begin'),
    page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click(),
  ])
  const { secret } = (await begun.json()) as { secret: string }
  const dialog = page.getByRole('dialog', { name: 'Add Feedstock to your app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  // who can't scan it types it
  await expect(dialog.getByText(secret.match(/.{4}/g)!.join(' '))).toBeVisible()
  await accessible(page)
  const refusal = page.getByText('This code is wrong or was already used')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(refusal.first()).toBeVisible()
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Copy codes' })).toBeFocused()
  // what was refused is done: nothing on the screen denies it
  await expect(refusal).toHaveCount(0, { timeout: 6000 })
  await accessible(page)
  const [first, second] = [await codes.first().innerText(), await codes.last().innerText()]
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('Two-step sign-in is on.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await accessible(page)
  await page.getByLabel('Code').fill('000 000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was already used')
  await page.getByLabel('Code').fill(first)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/account/details')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off…' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByLabel('Code').fill(second)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-step sign-in is off.', { exact: true })).toBeVisible()
})

test('a question reaches support, who are notified', async ({ page, api }) => {
  await signIn(page, people.customer, '/account/contact-us')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please fix the errors in red and try again')).toBeVisible()
  await expect(page.getByText('Choose a topic')).toBeVisible()
  const question = `Where is ${unique()}?`
  await page.getByRole('combobox', { name: 'Topic' }).click()
  await page.getByRole('option', { name: 'My store' }).click()
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thank you. We got your message.')).toBeVisible()
  await expect.poll(() => api.notification(question)).toBeDefined()
})

test(
  'a new customer with no suppliers or stores is pointed to Contact us and offered no alerts form',
  nightly,
  async ({ page, api }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await signIn(page, await api.makeCustomer(), '/account/billing-information')
    await expect(section(page, 'Next charge').getByText('No upcoming charge.')).toBeVisible()
    await page.goto('/account/product-alerts')
    await expect(page.getByText('No suppliers yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add email address' })).toHaveCount(0)
    for (const path of ['/account/product-alerts', '/account/subscriptions', '/account/suppliers']) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Contact us' }).first()).toBeVisible()
      await accessible(page)
    }
    await page.getByRole('link', { name: 'Contact us' }).last().click()
    await expect(page).toHaveURL('/account/contact-us')
  },
)

test(
  'leaving with unsent feedback about the legacy site asks for confirmation',
  nightly,
  async ({ page }) => {
    await signIn(page, people.customer, '/account/legacy-site-feedback')
    await page.getByLabel('Comments').fill('The printed list')
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Help' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await expect(page.getByLabel('Comments')).toHaveValue('The printed list')
  },
)

test(
  'feedback about the legacy site is thanked, then the customer is taken to the next screen',
  nightlyOwnContext,
  async ({ page }) => {
    await page.clock.install()
    await signIn(page, people.customer, '/account/legacy-site-feedback')
    await expect(page.getByRole('button', { name: 'Send feedback' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'It is slower' }).check()
    // from here on time passes as it is told to, however slow the machine is
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await page.getByRole('button', { name: 'Send feedback' }).click()
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you!' })
    const passing = async <T>(look: () => T) => {
      await page.clock.runFor(10)
      return look()
    }
    await expect.poll(() => passing(() => thanks.isVisible())).toBe(true)
    await page.clock.runFor(2300)
    await expect(page).toHaveURL('/account/legacy-site-feedback')
    await page.clock.runFor(200)
    await expect.poll(() => passing(() => new URL(page.url()).pathname)).toBe('/account/details')
  },
)
