import { accessible, expect, nightly, people, signIn, test, unique } from './fixtures.ts'

test('the search finds vendors while typing, keeps its filters in the address, and Enter opens the first', async ({
  page,
  api,
}) => {
  const { email } = await api.someVendor()
  await signIn(page, people.support)
  const box = page.getByRole('textbox', { name: 'Search vendors' })
  await expect(box).toBeFocused()
  await box.press('Enter')
  await expect(page.getByText('You need to enter a search term first')).toBeVisible()
  await box.fill(email)
  await expect.poll(() => new URL(page.url()).searchParams.get('term')).toBe(email)
  await expect(page.getByRole('table', { name: 'Vendors' }).getByText(email)).toBeVisible()
  await expect(page.locator('.dimmed-rows')).toHaveCount(0)
  await box.press('Enter')
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue(email)
})

test(
  'Enter opens the first match for what was typed, however soon it is pressed',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest' } })
    const [before, meant] = vendors.filter((v) => v.email)
    await signIn(page, people.support, '/vendors/search')
    const box = page.getByRole('textbox', { name: 'Search vendors' })
    const rows = page.getByRole('table', { name: 'Vendors' })
    for (const soon of [true, false]) {
      await box.fill(before!.email)
      await expect(rows.getByText(before!.email)).toBeVisible()
      await expect(page.locator('.dimmed-rows')).toHaveCount(0)
      let answer = () => {}
      const waits = new Promise<void>((go) => (answer = go))
      await page.route('**/api/vendor/search', async (route) => {
        await waits
        await route.continue()
      })
      const asked = page.waitForRequest('**/api/vendor/search')
      await box.fill(meant!.email)
      if (!soon) await asked
      await box.press('Enter')
      await asked
      await expect(rows.getByText(before!.email)).toBeVisible()
      answer()
      await expect(page).toHaveURL(new RegExp(`/vendors/view/${meant!.vendor_id}$`))
      await page.unroute('**/api/vendor/search')
      await page.goto('/vendors/search')
    }
  },
)

test(
  'the last digits of a phone number find the vendor, and the row says why',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest' } })
    const vendor = vendors.find((v) => v.phone.replace(/\D/g, '').length > 7)!
    await signIn(page, people.support)
    await page
      .getByRole('textbox', { name: 'Search vendors' })
      .fill(vendor.phone.replace(/\D/g, '').slice(-7))
    const row = page.getByRole('row').filter({ hasText: vendor.email })
    await expect(row).toContainText(`Best match, Phone ${vendor.phone}`)
  },
)

test(
  'the search box says what it searches, and on a narrow screen health and its cause stay in sight',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await signIn(page, people.support)
    await expect(page.getByPlaceholder('Name, ID, email, phone, store, charge, note')).toBeVisible()
    for (const name of ['Status', 'Health', 'Why'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(800)
  },
)

test(
  'a misspelled name finds similar names and says that nothing matches exactly',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest' } })
    const { name } = vendors.find((v) => /^\w{4,} \w{6,}$/.test(v.name))!
    const slip = name.replace(/(.)(.)(..)$/, '$2$1$3')
    await signIn(page, people.support)
    const box = page.getByRole('textbox', { name: 'Search vendors' })
    await box.fill(slip)
    await expect(page.getByText(`No exact match for “${slip}”`)).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText(`Similar name ${name}`)
    await box.fill(name)
    await expect(page.getByText('No exact match')).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: 'Similar' })).toHaveCount(0)
  },
)

test('vendors that need attention come worst first with the cause; a note goes to those selected', async ({
  page,
  api,
}) => {
  await signIn(page, people.support, '/vendors/search')
  const { total } = await api.call('countVendorsInTrouble', {})
  await page.getByText(`Needs attention ${total}`).click()
  await expect(page).toHaveURL(/health=poor/)
  const table = page.getByRole('table', { name: 'Vendors' })
  const [worst, second] = (await api.call('searchVendors', { body: { all: true, sort: 'health_asc' } }))
    .vendors
  const rows = table.locator('tbody tr')
  await expect(rows.first()).toContainText(`${worst!.health} Poor`)
  await expect(rows.first()).toContainText(worst!.health_cause!)
  for (const vendor of [worst!, second!])
    await page.getByRole('checkbox', { name: vendor.company, exact: false }).first().check()
  await page.getByRole('button', { name: 'Add note…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a note to 2 vendors' })
  const text = `Call about the card ${unique()}`
  await dialog.getByRole('textbox', { name: 'Note' }).fill(text)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Add 2 notes' }).click()
  await expect(page.getByText('2 notes added')).toBeVisible()
  const { notes } = await api.call('listVendorNotes', {
    params: { vendor_id: second!.vendor_id },
    query: { search: text },
  })
  expect(notes).toHaveLength(1)
})

test('a filter shows as a chip that names its values, can be edited, and is removed with its cross', async ({
  page,
}) => {
  await signIn(page, people.support, '/vendors/search')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('checkbox', { name: 'Active', exact: true }).check()
  const chip = page.getByRole('group', { name: 'Filter Status' })
  await expect(chip).toContainText('Status Active')
  await expect.poll(() => new URL(page.url()).searchParams.get('status')).not.toBeNull()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Active', exact: true })).toHaveCount(0)
  await page.reload()
  await expect(chip).toContainText('Status Active')
  await chip.getByRole('button', { name: 'Remove filter Status' }).click()
  await expect(chip).toHaveCount(0)
  await expect(page).toHaveURL('/vendors/search')
})

test(
  '/vendors/ opens the list, and the breadcrumb back to it keeps sort and page',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/vendors/')
    await expect(page).toHaveURL('/vendors/search')
    await page.goto('/vendors/search?sort=vendor_id_asc&page=2')
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await way.getByRole('link', { name: 'Search Users' }).click()
    await expect(page).toHaveURL('/vendors/search?sort=vendor_id_asc&page=2')
  },
)

test(
  'a date is typed in the format shown, and a range that ends before it begins says so',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/vendors/search?since=2026-11-20')
    await page
      .getByRole('group', { name: /^Filter / })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('12/31')
    await page.getByRole('textbox', { name: 'From', exact: true }).focus()
    await expect(page.getByText('Enter a date such as 2026-12-31 or 12/31/2026')).toBeVisible()
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('11/19/2026')
    await expect(page).toHaveURL(/until=2026-11-19/)
    await expect(page.getByText('The end date is before the start date')).toBeVisible()
    await expect(page.getByText('11/20/26 to 11/19/26, end before start')).toBeVisible()
  },
)

test('an account owner’s vendors are reassigned with a note, and Undo returns them', async ({
  page,
  api,
}) => {
  const managers = (await api.call('listAccountManagers', {})).toSorted((a, b) => b.vendors - a.vendors)
  const [from, to] = managers as [(typeof managers)[0], (typeof managers)[0]]
  await signIn(page, people.support, `/vendors/by-manager?manager=${from.vendor_id}`)
  const theirs = { params: { manager_vid: from.vendor_id }, body: {} }
  const { vendor_id } = (await api.call('listVendorsOfManager', theirs)).vendors[0]!
  const row = page
    .getByRole('table', { name: 'Vendors by account manager' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: String(vendor_id), exact: true }) })
  await expect(row).toBeVisible()
  await accessible(page)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Reassign 1 vendor…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You have to select a account manager')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'New account manager' }).click()
  await page.getByRole('option', { name: to.name }).click()
  await expect(dialog.getByText('You must enter a note')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Away for a month')
  await dialog.getByRole('button', { name: 'Reassign 1 vendor' }).click()
  await expect(page.getByText('1 vendor reassigned')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('combobox', { name: 'Account manager' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect(page).toHaveURL(/manager=0/)
})

test(
  'a bar in the new vendors chart opens the vendors of that week, by click and by Enter',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/vendors/active')
    const bars = page.getByRole('link', { name: /^Week of .+: [\d,]+ new vendors?$/ })
    await expect(bars.first()).toBeVisible()
    await accessible(page)
    const heading = page.getByRole('heading', { level: 1, name: 'Search Users' })
    const since = page.getByRole('group', { name: 'Filter Joined' })
    for (const go of [() => bars.first().click(), () => bars.first().press('Enter')]) {
      const name = (await bars.first().getAttribute('aria-label'))!
      const [, users] = /: ([\d,]+) new/.exec(name)!
      const [, day] = /^Week of (\S+):/.exec(name)!
      await go()
      await expect(heading).toBeVisible()
      await expect(since).toContainText(`${day} to `)
      await expect(page.getByText(users!, { exact: true }).first()).toBeVisible()
      await page.goBack()
      await expect(bars.first()).toBeVisible()
    }
    await page.getByRole('button', { name: 'New vendors: show table' }).click()
    await page.getByRole('table', { name: 'New vendors' }).getByRole('link').first().click()
    await expect(since).toBeVisible()
  },
)

test.describe('active vendors', () => {
  test.use({ expected: [/ERR_FAILED/] })
  test('keep their filters for the session, and are listed even if the trend fails to load', async ({
    page,
    api,
  }) => {
    const { plans } = await api.call('listActiveChoices', {})
    const plan = plans[0]!
    await page.route('**/api/reports/new-user-trends', (route) => route.abort())
    await signIn(page, people.support, '/vendors/active')
    await expect(page.getByText('There was an error loading new user trends')).toBeVisible()
    await expect(page.getByRole('img', { name: /active vendors? now/ })).toBeVisible()
    const rows = page.getByRole('table', { name: 'Active vendors' }).locator('tbody tr')
    await expect(rows.first()).toContainText('Active')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Plan' }).click()
    await page.getByRole('checkbox', { name: plan.name, exact: true }).check()
    await page.keyboard.press('Escape')
    const chip = page.getByRole('group', { name: 'Filter Plan' })
    await expect(chip).toContainText(plan.name)
    await expect(page).toHaveURL(/plan=\d+/)
    await page.getByRole('link', { name: 'Search Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Search Users' })).toBeVisible()
    await page.unroute('**/api/reports/new-user-trends')
    await page.getByRole('link', { name: 'Active Users' }).click()
    await expect(chip).toContainText(plan.name)
    await expect(page).toHaveURL(/plan=\d+/)
    await page.getByText('90 days', { exact: true }).click()
    await expect(page.getByRole('img', { name: /new vendors? since/ })).toBeVisible()
    await page.getByRole('button', { name: 'Active vendors: show table' }).click()
    await expect(page.getByRole('columnheader', { name: 'Day' })).toBeVisible()
    await accessible(page)
  })
})

test(
  'a vendor’s jobs open from its page, and a job can be scheduled for its store',
  nightly,
  async ({ page, api }) => {
    const { vendor_id, email } = await api.someVendor()
    await signIn(page, people.support, `/vendors/view/${vendor_id}`)
    await expect(page.getByRole('link', { name: email })).toBeVisible()
    const company = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Schedule job…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Schedule job for/ })
    await dialog.getByRole('combobox', { name: 'Job type' }).click()
    await expect(page.getByRole('option')).toHaveText(['Custom feed run', 'Store update'])
    await page.route('**/api/jobs/records?*', (route) =>
      route.fulfill({ json: [{ param_value: '1', label: 'Its only store', detail: '' }] }),
    )
    await page.getByRole('option', { name: 'Store update' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Store' })).toHaveValue('Its only store')
    await expect(dialog.getByRole('button', { name: 'Schedule job' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Job history' }).click()
    const history = page.getByRole('dialog', { name: `Job history of ${company}` })
    await expect(history.getByRole('table', { name: 'Job history' })).toBeVisible()
    await history.getByRole('link', { name: `All jobs of ${company}` }).click()
    await expect(page).toHaveURL(`/jobs?vendor_id=${vendor_id}`)
    await expect(page.getByRole('group', { name: 'Filter Vendor' })).toContainText(`Vendor ${company}`)
  },
)
