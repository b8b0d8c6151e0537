import {
  accessible,
  expect,
  nightly,
  nightlyOwnContext,
  openSession,
  ownContext,
  password,
  people,
  signIn,
  test,
} from './fixtures.ts'

test('a wrong password is rejected; the right one opens the screen first requested', async ({
  page,
  expected,
}) => {
  expected.push(/400/)
  await page.goto('/suppliers/')
  await expect(page).toHaveURL(/\/login\?next=%2Fsuppliers/)
  await page.getByLabel('Email').fill(people.support)
  await page.locator('input[type=password]').fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials, please try again.')
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/suppliers\/$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
})

for (const [person, title, address] of [
  [people.finance, 'Money · Feedstock', '/billing/'],
  [people.admin, /^Monitoring Dashboard/, '/dashboards/monitoring'],
  [people.manager, 'Users By Account Owner · Feedstock', '/vendors/by-manager?sort=health_asc'],
] as const)
  test(`${person} starts at ${address}`, nightly, async ({ page }) => {
    await signIn(page, person)
    await expect(page).toHaveTitle(title)
    await expect(page).toHaveURL(address)
  })

test('support lands on Search Users, also when already signed in, and can sign out', async ({ page }) => {
  await signIn(page, people.support)
  await expect(page).toHaveTitle('Search Users · Feedstock')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/vendors\/search/)
  await page.goto('/no/such/route')
  await expect(page).toHaveURL(/\/vendors\/search/)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/vendors/search')
  await expect(page).toHaveURL(/\/login/)
})

test('a customer sees the account and no staff screens', async ({ page }) => {
  await signIn(page, people.customer)
  await expect(page.getByRole('heading', { level: 1, name: 'Account Details' })).toBeVisible()
  await page.goto('/suppliers/')
  await expect(page).toHaveURL(/\/account\/details/)
  await accessible(page)
})

test('a forgotten password is reset through the dialog, the email, and a link that works once', async ({
  page,
  browser,
  expected,
}) => {
  expected.push(/40[01]/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('finance@feedstock.test')
  await page.locator('input[type=password]').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const refused = page.getByText('Invalid login credentials, please try again.')
  await expect(refused).toBeVisible()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Email').fill('')
  await modal.getByRole('button', { name: 'Send link' }).click()
  await expect(modal.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter your email address and try again',
  )
  await expect(modal.getByLabel('Email')).toBeFocused()
  await expect(modal.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await modal.getByLabel('Email').fill('finance@feedstock.test')
  await modal.getByRole('button', { name: 'Send link' }).click()
  await expect(
    page.getByText('If an account with that email address exists a password reset email has been sent to it'),
  ).toBeVisible()
  // what was refused before is no news any more
  await expect(refused).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('finance@feedstock.test')
  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, people.admin, '/dev/mail?as=text')
  const link = await staff
    .getByRole('link', { name: /password-reset/ })
    .first()
    .getAttribute('href')
  await page.goto(link!)
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Verify password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill('a new long password')
  await page.getByLabel('Verify password').fill('another long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your new password and verify password do not match!')).toBeVisible()
  await expect(page.getByLabel('Verify password')).toBeFocused()
  await page.getByLabel('Verify password').fill('a new long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toHaveValue('finance@feedstock.test')
  await expect(page.locator('input[type=password]')).toBeFocused()
  await page.goto(link!)
  await expect(page).toHaveURL(/\/login$/)
})

test('an expired session shows a modal that only signing in closes, and returns to the same screen', async ({
  page,
  context,
  expected,
  api,
}) => {
  expected.push(/401/)
  const { name, prefix } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/?query=${prefix}`)
  await expect(page.getByText(name)).toBeVisible()
  await context.clearCookies({ name: 'session' })
  await page.getByLabel('Search suppliers').fill('jade')
  const modal = page.getByRole('dialog', { name: 'Your session has expired' })
  await expect(modal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeVisible()
  await accessible(page)
  await modal.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email').fill(people.support)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL(/\/suppliers\/\?query=jade/)
})

for (const [person, asked] of [
  [people.customer, '/account/subscriptions?x=1'],
  [people.support, '/suppliers/?query=jade'],
] as const)
  test(`a session ended elsewhere leads from ${asked} to the sign-in and back, without a modal`, async ({
    page,
    context,
    expected,
  }) => {
    expected.push(/401/)
    await signIn(page, person)
    // the browser still has the cookie that hints at a session
    await context.clearCookies({ name: 'session' })
    await page.goto(asked)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(asked)}`)
    await expect(page.getByRole('heading', { name: 'Sign in to Feedstock' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByLabel('Email').fill(person)
    await page.locator('input[type=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await expect(page).toHaveURL(asked)
  })

test(
  'an expired session leads to the sign-in even with unsaved changes',
  nightly,
  async ({ page, context, expected }) => {
    expected.push(/401/)
    await signIn(page, people.customer, '/account/details')
    await page.getByLabel('First name').fill('Carlotta')
    await context.clearCookies({ name: 'session' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const modal = page.getByRole('dialog', { name: 'Your session has expired' })
    await modal.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Faccount%2Fdetails/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'what was typed before a session expired can be saved after signing in again in another tab',
  nightly,
  async ({ page, context, expected }) => {
    expected.push(/401/)
    await signIn(page, people.customer, '/account/details')
    const phone = page.getByLabel('Phone')
    const was = await phone.inputValue()
    await phone.fill('+1 555 0177')
    await context.clearCookies({ name: 'session' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    const modal = page.getByRole('dialog', { name: 'Your session has expired' })
    const opened = context.waitForEvent('page')
    await modal.getByRole('link', { name: 'Sign in using another tab' }).click()
    const tab = await opened
    // somebody else's sign-in opens nothing here
    await tab.getByLabel('Email').fill(people.support)
    await tab.locator('input[type=password]').fill(password)
    await tab.locator('button[type=submit]').click()
    await expect(tab).not.toHaveURL(/login/)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(modal.getByText('A different account is signed in now')).toBeVisible()
    await context.clearCookies({ name: 'session' })
    await tab.goto('/login')
    await tab.getByLabel('Email').fill(people.customer)
    await tab.locator('input[type=password]').fill(password)
    await tab.locator('button[type=submit]').click()
    await expect(tab).not.toHaveURL(/login/)
    await tab.close()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(modal).toBeHidden()
    await expect(phone).toHaveValue('+1 555 0177')
    const saved = async () => {
      const answer = page.waitForResponse((one) => one.request().method() !== 'GET' && one.ok())
      await save.click()
      await answer
    }
    await saved()
    await page.reload()
    await expect(phone).toHaveValue('+1 555 0177')
    await phone.fill(was)
    await saved()
  },
)

test('a new version shows a banner, counts down from eight and reloads', async ({ page, expected, api }) => {
  expected.push(/426/)
  await openSession(page.context(), people.support)
  await page.route(
    '**/api/suppliers/',
    (route) =>
      route.fulfill({
        status: 426,
        json: { error: { code: 'app_version', message: 'A new version of the application is available' } },
      }),
    { times: 1 },
  )
  const { name, prefix } = await api.makeSupplier()
  await page.goto(`/suppliers/?query=${prefix}`)
  await expect(
    page.getByRole('alert').filter({ hasText: 'A new version of Feedstock is available' }),
  ).toContainText('The page reloads in')
  await expect(page.getByRole('link', { name })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('The page reloads in')).toHaveCount(0)
})

const texts = [
  [
    400,
    'Something went wrong and we were unable to process your request, we are looking into why it happend. Please try again in a few minutes, if this message keeps occuring please contact us.',
  ],
  [403, "You don't have permission to do that!"],
  [
    500,
    'Something went wrong and we were unable to process your request, we are looking into why it happend. Please try again in a few minutes, if this message keeps occuring please contact us.',
  ],
  [
    502,
    "Sorry about that we're making some changes to the application and it will be unavilable for the next 30 seconds. Please wait and try again, thanks!",
  ],
] as const
for (const [status, text] of texts)
  test(`a ${status} shows a toast with a close button, and the list says that loading failed`, async ({
    page,
    expected,
  }) => {
    expected.push(new RegExp(String(status)))
    await openSession(page.context(), people.support)
    await page.route('**/api/suppliers/', (route) => route.fulfill({ status, body: '' }))
    await page.goto('/suppliers/')
    const toast = page.locator('.mantine-Notification-root', { hasText: text }).first()
    await expect(toast).toBeVisible()
    await expect(page.getByText('Couldn’t load this')).toBeVisible()
    await expect(page.locator('.failed').getByRole('img')).toHaveCount(0)
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toHaveCount(0)
  })

for (const [email, path, pattern, text] of [
  [people.support, '/suppliers/', '**/api/suppliers/', 'Please fix the errors listed in red and try again'],
  [
    people.customer,
    '/account/details',
    '**/api/account/details',
    'Please fix the errors in red and try again',
  ],
] as const)
  test(`invalid input is reported on ${path} as “${text}”`, async ({ page, expected }) => {
    expected.push(/400/)
    await openSession(page.context(), email)
    const error = {
      code: 'invalid',
      message: 'Please fix the errors listed in red and try again',
      fields: { query: 'Too long' },
    }
    await page.route(pattern, (route) => route.fulfill({ status: 400, json: { error } }))
    await page.goto(path)
    await expect(page.locator('.mantine-Notification-root', { hasText: text }).first()).toBeVisible()
  })

test(
  'the sign-in fits in its half of the window, beside the description of Feedstock',
  nightly,
  async ({ page }) => {
    await page.goto('/login')
    const form = (await page.locator('form').boundingBox())!
    const [width, height] = [1440, 900]
    expect(form.y).toBeGreaterThan(0)
    expect(form.y + form.height).toBeLessThan(height)
    const middle = form.x + form.width / 2
    expect(Math.min(Math.abs(middle - width / 4), Math.abs(middle - (3 * width) / 4))).toBeLessThan(120)
  },
)

for (const person of [people.support, people.customer])
  test(
    `unread notifications are counted every five minutes for ${person}`,
    nightlyOwnContext,
    async ({ page }) => {
      await page.clock.install()
      const first = page.waitForResponse('**/api/system-messages/unread-count')
      await signIn(page, person)
      await first
      await expect(page.getByLabel(/unread notification/)).toHaveCount(person === people.support ? 1 : 0)
      const again = page.waitForRequest('**/api/system-messages/unread-count')
      await page.clock.fastForward(300_000)
      await again
    },
  )

test('every distinct browser error is reported once', nightly, async ({ page, expected }) => {
  expected.push(/broken \d+/)
  const reported: string[] = []
  await page.route('**/api-public/log', (route) => {
    reported.push((route.request().postDataJSON() as { message: string }).message)
    return route.fulfill({ status: 204 })
  })
  await page.goto('/login')
  await page.evaluate(() => {
    for (let n = 0; n < 120; n++)
      setTimeout(() => {
        throw new Error(`broken ${n % 60}`)
      })
  })
  await expect.poll(() => new Set(reported).size).toBe(60)
  expect(reported).toHaveLength(60)
})

const newVersion = {
  status: 426,
  json: { error: { code: 'app_version', message: 'A new version of the application is here' } },
}

test(
  'a new version reloads the page once, without asking, and puts back what was typed',
  ownContext,
  async ({ page, api, expected }) => {
    expected.push(/426/)
    await page.clock.install()
    await signIn(page, await api.makeCustomer(), '/account/details')
    await page.getByLabel('Phone').fill('+1 555 0199')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.route('**/api/account/change-password', (route) => route.fulfill(newVersion))
    await page.getByRole('button', { name: 'Change password…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your password' })
    await dialog.getByLabel('Current password').fill('hush hush')
    await dialog.getByLabel('New password').fill('hush hush hush')
    await dialog.getByLabel('Verify password').fill('hush hush hush')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    const banner = page.locator('.version-banner')
    await expect(banner).toContainText('The page reloads in')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(banner).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      await accessible(page)
    }
    let loads = 0
    page.on('load', () => loads++)
    await page.clock.runFor(8000)
    await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0199')
    await page.clock.runFor(10_000)
    expect([loads, asked]).toEqual([1, []])
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(stored).not.toContain('hush')
    // the changes are the form's own again
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Account details saved')).toBeVisible()
    await expect(page.getByText('We restored your unsaved changes.')).toHaveCount(0)
  },
)

test(
  'what was typed in a dialog is put back when it is opened again after the reload',
  nightly,
  async ({ page, expected }) => {
    expected.push(/426/)
    await page.goto('/login')
    await page.route('**/api-public/account/forgot-password', (route) => route.fulfill(newVersion))
    const open = () => page.getByRole('button', { name: 'Forgot your password?' }).click()
    await open()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill('pat@example.com')
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('button', { name: 'Reload now' }).click()
    await expect(dialog).toHaveCount(0)
    await open()
    await expect(dialog.getByText('We restored your unsaved changes.')).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue('pat@example.com')
  },
)

test('on a phone a toast leaves the header’s brand and menus in reach', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, people.customer, '/account/details')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText("You haven't made any changes")).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click({ timeout: 3000 })
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible()
  await page.getByRole('link', { name: 'Feedstock, home' }).click({ timeout: 3000 })
  await page.getByRole('button', { name: 'Account menu' }).click({ timeout: 3000 })
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
})

test('an act that needs a fresh sign-in asks for the password, then continues with what was typed', async ({
  page,
  expected,
  api,
}) => {
  expected.push(/403/, /400/)
  const { vendor_id } = await api.makeVendor()
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/basic`)
  // as the server answers when the sign-in is older
  let isFresh = false
  await page.route('**/api/vendor/*/reset-second-factor', (route) =>
    isFresh
      ? route.fulfill({ status: 204 })
      : route.fulfill({
          status: 403,
          json: { error: { code: 'confirm_identity', message: 'Enter your password again to continue' } },
        }),
  )
  await page.route(`**/api/vendor/view/${vendor_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), has_second_factor: true } })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Turn off two-step sign-in/ }).click()
  const act = page.getByRole('dialog', { name: /two-step sign-in/ })
  await act.getByLabel('Reason').fill('Lost the phone, called back')
  const run = () => act.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await run()
  await expect(confirm.getByLabel('Password', { exact: true })).toBeFocused()
  await accessible(page)
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  // nothing typed is lost
  await expect(act.getByRole('alert')).toHaveText('Enter your password again to continue')
  await expect(act.getByLabel('Reason')).toHaveValue('Lost the phone, called back')
  await run()
  await confirm.getByLabel('Password', { exact: true }).fill('not this one')
  await confirm.getByRole('button', { name: 'Continue' }).click()
  await expect(confirm.getByText('Wrong password')).toBeVisible()
  await confirm.getByLabel('Password', { exact: true }).fill(password)
  isFresh = true
  await page.keyboard.press('Enter')
  await expect(confirm).toHaveCount(0)
  await expect(act).toHaveCount(0)
})
