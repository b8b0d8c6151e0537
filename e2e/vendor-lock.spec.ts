import { accessible, expect, nightly, people, signIn, test, unique, type Api } from './fixtures.ts'

// a refusal that a page shows is also in its console
test.use({ expected: [/403/] })

/** A vendor that no other test changes: one of the newest active ones. */
let taken = 0
async function takeVendor(api: Api) {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'newest', status: [1], page: 3 },
  })
  return vendors[(2 * taken++ + test.info().parallelIndex) % vendors.length]!
}
const at = ({ vendor_id }: { vendor_id: number }) => `/vendors/view/${vendor_id}`

test('a vendor is locked with a reason; others need a reason to edit, an admin takes the lock over, and unlocks it', async ({
  page,
  browser,
  api,
}) => {
  const vendor = await takeVendor(api)
  const why = `Merging two accounts ${unique()}`
  await signIn(page, people.support, at(vendor))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lock…' }).click()
  const dialog = page.getByRole('dialog', { name: `Lock ${vendor.company}?` })
  await dialog.getByLabel('Reason').fill(why)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByText('Locked by you')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, people.admin, at(vendor))
  await expect(theirs.getByText(/^Locked by/)).toBeVisible()
  await expect(theirs.getByText(why)).toBeVisible()
  await expect(theirs.getByRole('tab')).toHaveCount(0)
  await accessible(theirs)
  const goOn = theirs.getByRole('button', { name: 'Get access' })
  await expect(goOn).toBeDisabled()
  await theirs.getByLabel('Reason for access').fill('The customer is on the phone')
  // who takes the lock over instead has said why already
  await theirs.getByRole('button', { name: 'Take over lock…' }).click()
  const take = theirs.getByRole('dialog')
  await expect(take.getByLabel('Reason')).toHaveValue('The customer is on the phone')
  await take.getByRole('button', { name: 'Cancel' }).click()
  await goOn.click()
  await expect(theirs.getByRole('heading', { level: 1, name: vendor.company })).toBeVisible()
  await expect(theirs.getByText(/^Locked by/)).toBeVisible()
  await expect(theirs.getByRole('img', { name: /is viewing$/ })).toBeVisible()

  await theirs.getByRole('button', { name: 'Take over lock…' }).click()
  await take.getByLabel('Reason').fill('Support is ill')
  await take.getByRole('button', { name: 'Take over lock', exact: true }).click()
  await expect(theirs.getByText('Locked by you')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Support is ill')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take over lock…' })).toHaveCount(0)

  await theirs.getByRole('button', { name: 'Unlock' }).click()
  await expect(theirs.getByRole('button', { name: 'Unlock' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: vendor.company })).toBeVisible()
  await theirs.context().close()
})

test(
  'whoever loses a lock sees who has it as soon as a request is refused',
  nightly,
  async ({ page, browser, api }) => {
    const vendor = await takeVendor(api)
    await signIn(page, people.support, at(vendor))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Lock…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Merging two accounts')
    await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
    const theirs = await (await browser.newContext()).newPage()
    await signIn(theirs, people.admin, at(vendor))
    await theirs.getByRole('button', { name: 'Take over lock…' }).click()
    await theirs.getByRole('dialog').getByLabel('Reason').fill('Support is ill')
    await theirs.getByRole('dialog').getByRole('button', { name: 'Take over lock', exact: true }).click()
    await expect(theirs.getByText('Locked by you')).toBeVisible()
    // no beat is answered before the refusal, by which the page would learn it anyway
    const refusal = page.waitForResponse((answer) => answer.status() === 403)
    await page.route('**/api/vendor/*/viewers', async (route) => {
      await refusal
      await route.continue()
    })
    await page.getByRole('tab', { name: 'Billing History' }).click()
    await expect(page.getByText('Support is ill').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unlock' })).toHaveCount(0)
    await expect(page.getByText('Locked by you')).toHaveCount(0)
    await theirs.getByRole('button', { name: 'Unlock' }).click()
    await expect(theirs.getByRole('button', { name: 'Unlock' })).toHaveCount(0)
    await theirs.context().close()
  },
)

test('an admin deletes an account by typing its name; it shows as deleted and can be restored', async ({
  page,
  api,
}) => {
  const { vendors } = await api.call('searchVendors', { body: { all: true, status: [4], sort: 'newest' } })
  const vendor = vendors.find((v) => v.subscription_count === 0 && v.email !== '')!
  await signIn(page, people.admin, `${at(vendor)}/basic`)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${vendor.company}?` })
  const act = dialog.getByRole('button', { name: 'Delete account' })
  await dialog.getByLabel(/^Type /).fill('Somebody else')
  await expect(act).toBeDisabled()
  await dialog.getByLabel(/^Type /).fill(vendor.company)
  await accessible(page)
  await act.click()
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toHaveCount(0)
  await accessible(page)

  // what the server refuses isn't offered
  await expect(page.getByText('Read-only.')).toBeVisible()
  await expect(page.getByLabel('Company')).toBeDisabled()
  await expect(page.getByText('CRM owner:')).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Change (account|CRM)|^Upload|^Password reset/ }),
  ).toHaveCount(0)
  await page.getByRole('button', { name: /^Notes/ }).click()
  await expect(page.getByLabel('Search notes')).toBeVisible()
  await expect(page.getByLabel('New note')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Pin|Unpin|Edit|Delete) note$/ })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Contact', exact: true }).click()
  await expect(page.getByLabel('First name').first()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add contact' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Subscriptions 0' }).click()
  await expect(page.getByText('No subscriptions yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add subscription' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Job history' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Schedule job…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`${at(vendor)}/restricted_supplier_access`)
  await expect(page.getByLabel('Filter suppliers')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Grant access|^Remove/ })).toHaveCount(0)

  await page.goto(`${at(vendor)}/basic`)
  await page.getByRole('button', { name: 'Restore account' }).click()
  await expect(page.getByText('Account deleted', { exact: true })).toHaveCount(0)
  await expect(page.getByLabel('Company')).toBeEnabled()
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await dialog.getByLabel(/^Type /).fill(vendor.company)
  await act.click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Account deleted', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete account…' })).toBeVisible()
})

test('a password reset link is offered only for contacts with a login', nightly, async ({ page, api }) => {
  const { vendors } = await api.call('searchVendors', { body: { all: true, status: [1], sort: 'newest' } })
  const seen = await Promise.all(
    vendors.map(({ vendor_id }) => api.call('getVendor', { params: { vendor_id } })),
  )
  for (const has of [true, false]) {
    const vendor = seen.find((v) => 'has_login' in v && v.has_login === has)
    if (!vendor || !('company' in vendor)) throw new Error(`There is none where has_login is ${has}`)
    await signIn(page, people.support, `${at(vendor)}/basic`)
    const link = page.getByRole('button', { name: 'Email password reset link…' })
    await expect(link).toBeEnabled({ enabled: has })
    if (!has) await expect(link).toHaveAttribute('title', `${vendor.company} has no login`)
  }
})

test(
  'an account that can’t be deleted says why, and only admins are offered the deletion',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', {
      body: { all: true, status: [0, 4], sort: 'newest' },
    })
    const vendor = vendors.find((v) => v.subscription_count > 0)!
    await signIn(page, people.admin, `${at(vendor)}/basic`)
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await expect(page.getByRole('dialog').getByText(/^It still has \d+ subscription/)).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete account' })).toBeDisabled()
    await page.context().clearCookies()
    await signIn(page, people.support, `${at(vendor)}/basic`)
    await expect(page.getByRole('button', { name: 'Email password reset link…' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete account…' })).toHaveCount(0)
  },
)

test('the deletion isn’t offered if the login says “deleted”', nightly, async ({ page, api }) => {
  for (const said of [false, true]) {
    const vendor = await api.makeVendor(`${said ? 'deleted-' : ''}${unique().toLowerCase()}`)
    const checked = page.waitForResponse('**/deletion')
    await signIn(page, people.admin, `${at(vendor)}/basic`)
    await checked
    await expect(page.getByRole('button', { name: 'Delete account…' })).toHaveCount(said ? 0 : 1)
  }
})
