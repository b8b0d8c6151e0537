import type { Page } from '@playwright/test'
import type { Result } from '#contract/index.ts'
import {
  accessible,
  expect,
  nightly,
  nightlyOwnContext,
  openSession,
  people,
  signIn,
  test,
  unique,
  type Api,
} from './fixtures.ts'

/** A vendor that no other test of this file changes: the fourth and on of the oldest active ones. */
let taken = 0
async function takeVendor(api: Api) {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'oldest', status: [1], page: 2 },
  })
  const { vendor_id } = vendors[(2 * taken++ + test.info().parallelIndex) % vendors.length]!
  const view = await api.call('getVendor', { params: { vendor_id } })
  if ('vendor_doesnt_exist' in view) throw new Error('The search found it')
  return view
}
type Vendor = Extract<Result<'getVendor'>, { vendor_id: number }>
const at = ({ vendor_id }: Vendor, page = '') => `/vendors/view/${vendor_id}${page && `/${page}`}`

test('the header shows a vendor’s health and next step, and each tab has its address and title', async ({
  page,
  api,
}) => {
  const vendor = await takeVendor(api)
  await signIn(page, people.support, at(vendor))
  await expect(page.getByRole('heading', { level: 1, name: vendor.company })).toBeVisible()
  await expect(page).toHaveTitle(`View User · ${vendor.company} · Dashboard · Feedstock`)
  const [worst] = vendor.troubles
  await expect(page.getByText(worst ? worst.text : 'No issues').first()).toBeVisible()
  for (const [tab, path] of [
    [`Subscriptions ${vendor.subscription_count}`, 'subscriptions'],
    [`Integrations ${vendor.integration_count}`, 'integrations'],
    ['Billing History', 'billing_history'],
    ['Price Rules', 'price_rules'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page).toHaveURL(at(vendor, path))
    await expect(page).toHaveTitle(`View User · ${vendor.company} · ${tab.replace(/ \d+$/, '')} · Feedstock`)
  }
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 2, name: `Health: ${vendor.score} of 100` })).toBeVisible()
})

test('a note of a chosen type is written beside any tab, edited, searched, and restored by Undo', async ({
  page,
  api,
}) => {
  const vendor = await takeVendor(api)
  const text = `Card comes ${unique()}`
  await signIn(page, people.support, at(vendor, 'contact'))
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await page.keyboard.press('w')
  const side = page.getByRole('complementary', { name: 'Notes' })
  await expect(side.getByLabel('New note')).toBeFocused()
  await expect(side.getByLabel('New note')).toHaveValue('')
  await side.getByLabel('New note').fill(text)
  // letters are text there, not acts
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await side.getByLabel('New note').fill(text)
  await side.getByRole('combobox', { name: 'Note type' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'General',
    'Cancellation',
    'Registration',
    'Switch Supplier',
    'Billing',
  ])
  await page.getByRole('option', { name: 'Billing' }).click()
  await side.getByRole('button', { name: 'Save note' }).click()
  const note = side.getByRole('listitem').filter({ hasText: text })
  await expect(note).toContainText('Billing')
  await expect(side.getByRole('combobox', { name: 'Note type' })).toHaveValue('General')
  await page.getByRole('tab', { name: 'Stores' }).click()
  await note.getByRole('button', { name: 'Edit note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit note' })
  await dialog.getByLabel('Note', { exact: true }).fill(`${text}, on Monday`)
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(note).toContainText(`${text}, on Monday`)
  await side.getByLabel('Search notes').fill('no such words at all')
  await expect(side.getByText('No notes match “no such words at all”.')).toBeVisible()
  await side.getByLabel('Search notes').fill(text)
  await note.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(note).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  // it is the same note, which keeps that it was changed
  await expect(note).toContainText('Billing')
  await expect(note).toContainText('edited')
})

test('a credit change requires a note before saving, which then shows among the notes', async ({
  page,
  api,
}) => {
  const vendor = await takeVendor(api)
  const why = `Goodwill ${unique()}`
  await signIn(page, people.admin, `${at(vendor, 'basic')}?side=notes`)
  const credit = page.getByLabel('Credit', { exact: true })
  const amount = Number(vendor.credit_available) === 77 ? '78' : '77'
  await credit.fill(amount)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const note = page.getByLabel('Reason for changing the credit or next charge')
  await expect(note).toBeFocused()
  await expect(page.getByText('You must enter a note')).toBeVisible()
  await note.fill(why)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Notes' }).getByText(why)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
})

test(
  'status, plan, credit and next charge are read-only for support, with the reason',
  nightly,
  async ({ page, api }) => {
    const vendor = await takeVendor(api)
    await signIn(page, people.support, at(vendor, 'basic'))
    await expect(page.getByLabel('Company')).toBeEnabled()
    await expect(page.getByLabel('Credit', { exact: true })).toBeDisabled()
    await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeDisabled()
    await expect(page.getByText('Only finance, account managers and admins can change this')).toHaveCount(4)
  },
)

test('a suspension says what it does and asks why; a duplicate category is named', async ({ page, api }) => {
  const vendor = await takeVendor(api)
  const params = { vendor_id: vendor.vendor_id }
  const { all_categories } = await api.call('getVendorBasics', { params })
  const name = all_categories[0]!.catalog_category_name
  await signIn(page, people.admin, at(vendor, 'basic'))
  await page.getByLabel('New category').fill(`Only ${name}`)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByLabel('New category').fill(`only ${name}`)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(`Only ${name} is already selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'Billing Suspended', exact: true }).click()
  // what is wrong is listed as long as it is
  await page.getByLabel('Company').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const listed = page.getByText('Please fix the errors listed in red and try again')
  await expect(listed).toBeVisible()
  await page.getByLabel('Company').fill(vendor.company)
  await expect(listed).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', {
    name: `Change ${vendor.company} from Active to Billing Suspended?`,
  })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Subscriptions: /,
    /^Charges: /,
    /^Stores: /,
    /^Sign-in: /,
    /^No longer counted as an active user/,
  ])
  await dialog.getByLabel('Reason').fill('Two charges failed')
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const { logs } = await api.call('searchVendorLog', { body: { ...params, type: 'vendor.save' } })
  expect(logs[0]!.reason).toBe('Two charges failed')
})

test.describe('two people', () => {
  test.use({ expected: [/409/] })
  test(
    'editing the same vendor: the second sees what the first saved, and merges',
    nightly,
    async ({ page, api }) => {
      const vendor = await takeVendor(api)
      const params = { vendor_id: vendor.vendor_id }
      await signIn(page, people.admin, at(vendor, 'basic'))
      const company = page.getByLabel('Company')
      await company.fill(`${vendor.company} B`)
      const opened = await api.call('getVendorBasics', { params })
      await api.call('saveVendor', {
        params,
        body: { vendor: { ...opened.vendor, company: `${vendor.company} A` } },
      })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const merge = page.getByRole('dialog', { name: /changed this while you were editing/ })
      await expect(merge).toContainText(`${vendor.company} A`)
      await merge.getByRole('radio', { name: /B$/ }).check()
      await merge.getByRole('button', { name: /^Save/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: `${vendor.company} B` })).toBeVisible()
    },
  )
})

test('a second contact can become primary; an invalid email is reported', async ({ page, api }) => {
  const vendor = await takeVendor(api)
  const email = `${unique().toLowerCase()}@office.example`
  await signIn(page, people.support, at(vendor, 'contact'))
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('textbox', { name: 'First name' }).last()).toBeFocused()
  const fields = page.getByRole('textbox', { name: 'Email' })
  await fields.last().fill('office@nowhere')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This is not a valid email address')).toBeVisible()
  await fields.last().fill(email)
  await page.getByRole('button', { name: `Make primary: ${email}` }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Contacts saved')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: `${email} (primary)` })).toBeVisible()
  const { contacts } = await api.call('listVendorContacts', { params: { vendor_id: vendor.vendor_id } })
  expect(contacts[0]).toMatchObject({ email, is_primary: true })
})

test(
  'changing the account manager requires a note, and both show in the history',
  nightly,
  async ({ page, api }) => {
    const vendor = await takeVendor(api)
    const why = `On leave ${unique()}`
    await signIn(page, people.support, at(vendor, 'basic'))
    await page.getByRole('button', { name: 'Change account manager…' }).click()
    const dialog = page.getByRole('dialog', { name: /Change account manager/ })
    const act = dialog.getByRole('button', { name: 'Change account manager' })
    await expect(act).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Account manager' }).click()
    const other = vendor.account_manager === 'Fiona Finance' ? 'Sasha Support' : 'Fiona Finance'
    await page.getByRole('option', { name: new RegExp(`^${other}`) }).click()
    await expect(dialog.getByText('You must enter a note')).toBeVisible()
    await dialog.getByLabel('Note').fill(why)
    await act.click()
    await expect(page.getByRole('list', { name: 'Account manager history' })).toContainText(why)
    await expect(page.getByText(`Account manager: ${other}`)).toBeVisible()
  },
)

test('the log can be filtered by a changed field and its value', nightly, async ({ page, api }) => {
  const vendor = await takeVendor(api)
  const params = { vendor_id: vendor.vendor_id }
  const { vendor: basics } = await api.call('getVendorBasics', { params })
  const company = `Renamed ${unique()}`
  await api.call('saveVendor', { params, body: { vendor: { ...basics, company } } })
  await signIn(page, people.support, at(vendor, 'log'))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Changed field' }).click()
  await page.getByRole('radio', { name: 'Company' }).check()
  await page.keyboard.press('Escape')
  await page.getByLabel('Value before or after').fill(company)
  const rows = page.getByRole('table', { name: 'Activity' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(company)
})

test('a tab keeps its state when reopened, and the side panel stays open', nightly, async ({ page, api }) => {
  const { vendor_id } = await api.makeVendor()
  const path = `/vendors/view/${vendor_id}`
  await signIn(page, people.support, `${path}/subscriptions?search=acme&side=notes`)
  await page.getByRole('tab', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(`${path}?side=notes`)
  await page.getByRole('tab', { name: 'Subscriptions' }).click()
  await expect(page).toHaveURL(`${path}/subscriptions?search=acme&side=notes`)
})

test('a password reset link is emailed to the customer, and not shown', async ({ page, api }) => {
  const { vendors } = await api.call('searchVendors', { body: { term: people.customer } })
  await signIn(page, people.support, `/vendors/view/${vendors[0]!.vendor_id}/basic`)
  await page.getByRole('button', { name: 'Email password reset link…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Email link' }).click()
  await expect(page.getByText(`Link emailed to ${people.customer}`, { exact: true })).toBeVisible()
  await expect(page.getByText('/password-reset/')).toHaveCount(0)
})

/** What the server answers of vendors, with other values under some keys. */
const answered = (page: Page, values: Record<string, unknown>) =>
  page.route(/\/api\/(vendor|activity-log)\//, async (route) => {
    const response = await route.fetch()
    const json: unknown = JSON.parse(await response.text(), (key, value: unknown) =>
      key in values && typeof value === typeof values[key] ? values[key] : value,
    )
    await route.fulfill({ response, json })
  })

test('a long name without spaces wraps and doesn’t widen the page', nightly, async ({ page, api }) => {
  const vendor = await takeVendor(api)
  await openSession(page.context(), people.support)
  await answered(page, { company: 'W'.repeat(200), first_name: 'V'.repeat(90) })
  for (const width of [1440, 800])
    for (const tab of ['dashboard', 'contact']) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(at(vendor, tab))
      await expect(page.getByRole('heading', { name: /^V{90}|^Charges due/ }).first()).toBeVisible()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, `${tab} at ${width}`).toBe(width)
    }
})

test('an empty log says so and offers no other page', nightly, async ({ page, api }) => {
  const vendor = await takeVendor(api)
  await openSession(page.context(), people.support)
  await answered(page, { logs: [] })
  await page.goto(at(vendor, 'log'))
  await expect(page.getByText('No activity yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /(Next|Previous) page/ })).toHaveCount(0)
  await page.goto(`${at(vendor, 'log')}?search=nothing`)
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
})

test.describe('in New York', nightlyOwnContext, () => {
  test.use({ timezoneId: 'America/New_York' })
  test('a list’s header names the time zone of its dates', async ({ page, api }) => {
    const vendor = await takeVendor(api)
    const charge = {
      amount: '9.00',
      credit_used: '0.00',
      vendor_charge_trans_type_id: 1,
      vendor_charge_status_id: 1,
      transaction_num: null,
      charge_description: '',
      refund_tm: null,
      state: 'success',
      vendor_charge_type_id: null,
      ghost: false,
      card: null,
      card_exception: null,
      refunded: '0.00',
      refund_reserved: '0.00',
      at_gateway: false,
      paper: null,
    }
    await signIn(page, people.support)
    for (const [days, zone] of [
      [['2026-07-10'], 'EDT'],
      [['2026-01-10'], 'EST'],
      [['2026-07-10', '2026-01-10'], 'EDT/EST'],
    ] as const) {
      const charges = days.map((day, i) => ({ ...charge, vendor_charge_id: i + 1, tm: `${day}T12:00:00Z` }))
      await answered(page, { charges })
      await page.goto(at(vendor, 'billing_history'))
      await expect(page.getByRole('columnheader', { name: `Date (${zone})` })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    }
  })
})

test('the vendor id box says that it needs a number', nightly, async ({ page, api }) => {
  const vendor = await takeVendor(api)
  await signIn(page, people.support, '/suppliers/')
  const box = page.getByRole('textbox', { name: 'Jump to vendor' })
  await box.fill('abc')
  await box.press('Enter')
  await expect(page.getByText('Enter a vendor ID')).toBeVisible()
  await box.fill(`#${vendor.vendor_id}`)
  await box.press('Enter')
  await expect(page).toHaveURL(at(vendor))
})

test(
  'an active vendor’s status has its counts as CP, FP and F in lists, in words on hover, and is one word on its page',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { all: true, status: [1], page: 2 } })
    const vendor = vendors.find(({ status }) => /^Active \(\d+ (CP|FP|F)/.test(status))!
    await signIn(page, people.support, `/vendors/view/${vendor.vendor_id}`)
    await expect(page.getByRole('main').getByText('Active', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(vendor.status, { exact: true })).toHaveCount(0)
    await page.goto(`/vendors/search?term=${vendor.vendor_id}`)
    const status = page.getByRole('main').getByText(vendor.status, { exact: true }).first()
    await status.hover()
    await expect(page.getByRole('tooltip')).toHaveText(
      vendor.status
        .replace(/(\d+) CP/, '$1 cancel pending')
        .replace(/(\d+) FP/, '$1 freeze pending')
        .replace(/(\d+) F(?= |\))/, '$1 frozen'),
    )
  },
)

test(
  'the runs of a vendor’s supplier and of its custom feed open in a dialog on its tabs',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { term: people.customer } })
    const [{ vendor_id }] = vendors as [(typeof vendors)[number]]
    await signIn(page, people.support, `/vendors/view/${vendor_id}/subscriptions`)
    const actions = page.getByRole('button', { name: /^Actions for / }).first()
    const supplier = ((await actions.getAttribute('aria-label')) ?? '').replace('Actions for ', '')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Feed history' }).click()
    const runs = (of: string) => page.getByRole('dialog', { name: `Runs of ${of}, last 7 days` })
    await expect(runs(supplier).getByRole('row').nth(1)).toBeVisible()
    await accessible(page)
    await page.keyboard.press('Escape')
    await expect(runs(supplier)).toHaveCount(0)

    await page.goto(`/vendors/view/${vendor_id}/custom_feed`)
    const [feed] = await api.call('listVendorCustomFeeds', { params: { vid: vendor_id } })
    await page
      .getByRole('button', { name: `History of ${feed!.dropshipper_name}` })
      .first()
      .click()
    await expect(runs(feed!.dropshipper_name).getByRole('table')).toBeVisible()
    await expect(page).toHaveURL(/custom_feed$/)
  },
)

test('acts of the open record have keys, which its menu shows and a dialog holds back', async ({
  page,
  api,
}) => {
  const vendor = await takeVendor(api)
  await signIn(page, people.support, at(vendor, 'contact'))
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Schedule job…' })).toHaveAttribute(
    'aria-keyshortcuts',
    's',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('heading').click()
  await page.keyboard.press('b')
  await expect(page).toHaveURL(at(vendor, 'contact'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(page).toHaveURL(at(vendor, 'billing_history'))
})
