import { accessible, expect, people, signIn, test, unique } from './fixtures.ts'

test('a customer requests a supplier, staff decline it with a reason, and the customer reads it', async ({
  page,
  api,
}) => {
  const { vendor_id, email } = await api.makeVendor()
  const supplier = { name: 'Alpine Outdoor Supply' }
  await signIn(page, email, `/account/browse-suppliers?q=${encodeURIComponent(supplier.name)}`)
  await page.getByRole('button', { name: `Request ${supplier.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/Requested on .*; we’ll email you\./)).toBeVisible()

  await signIn(page, people.support, `/vendors/view/${vendor_id}/subscriptions`)
  const requests = page.getByRole('list', { name: 'Customer requests' })
  await expect(requests).toContainText(`Add a supplier: ${supplier.name}`)
  await expect(requests).toContainText(`by ${email}`)
  await accessible(page)
  await requests.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Decline request' })).toHaveAccessibleDescription(
    'Enter a reason for the customer',
  )
  const why = `They ship to Canada only ${unique()}`
  await dialog.getByLabel('Reason for the customer').fill(why)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect(requests).toContainText(`: ${why}`)

  await signIn(page, email, `/account/browse-suppliers?q=${encodeURIComponent(supplier.name)}`)
  await expect(page.getByText(`: ${why}`)).toBeVisible()
  await page.getByRole('button', { name: `Request ${supplier.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/Requested on/)).toBeVisible()

  await signIn(page, people.support, `/vendors/view/${vendor_id}/subscriptions`)
  await requests.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept request' }).click()
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText(supplier.name)
  await signIn(page, email, '/account/suppliers')
  await expect(page.getByRole('list', { name: 'My suppliers' })).toContainText(supplier.name)
})

test('a customer requests another plan and a closing, and withdraws both', async ({ page, api }) => {
  const { email } = await api.makeVendor()
  await signIn(page, email, '/account/billing-information')
  await page.getByRole('button', { name: 'Request another plan…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option').first().click()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/You requested to change to the .+ plan on/)).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByRole('button', { name: 'Request another plan…' })).toBeVisible()

  await page.goto('/account/details')
  await page.getByRole('button', { name: 'Close account…' }).click()
  await expect(dialog).toContainText('Nothing ends yet.')
  await expect(dialog).toContainText('You don’t owe anything now.')
  await dialog.getByText('It costs too much').click()
  await dialog.getByLabel('Tell us more').fill('Slow winter')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Request closing' }).click()
  await expect(page.getByText(/You requested to close your account on/)).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('You can ask us to close your account.')).toBeVisible()
})

test('a customer changes the sign-in email by the link in its mailbox', async ({ page, api }) => {
  const { email } = await api.makeVendor()
  const next = `${unique()}@example.com`.toLowerCase()
  await signIn(page, email, '/account/details')
  await page.getByRole('button', { name: 'Change email…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New sign-in email').fill(next)
  await accessible(page)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Waiting for you to click the link we sent to ${next}.`)).toBeVisible()
  const letters = await api.call('listKeptMail', {})
  const letter = letters.find(({ recipient }) => recipient === next)!
  await page.goto(new URL(/https?:\S+\/confirm-email\/\S+/.exec(letter.text)![0]).pathname)
  await expect(page.getByRole('heading', { name: 'Confirm your new sign-in email' })).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`You now sign in with ${next}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Account details' }).click()
  await expect(page.getByText(`Signed in as ${next}.`)).toBeVisible()
})

test('a chosen time zone is used by every time, and named', async ({ page, api }) => {
  const { email } = await api.makeVendor()
  await signIn(page, email, '/account/details')
  const zone = page.getByRole('combobox', { name: 'Show times in' })
  await expect(zone).toHaveValue(/^This device’s time zone \(/)
  await zone.click()
  await zone.fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('Times are in GMT+9.')
  await page.reload()
  await expect(zone).toHaveValue('Asia/Tokyo')
  await expect(page.getByRole('contentinfo')).toContainText('Times are in GMT+9.')
})

test('a supplier’s products are searched, filtered, sorted and paged in the address', async ({ page }) => {
  await signIn(page, people.customer, '/account/suppliers')
  await page.getByRole('link', { name: 'Alpine Outdoor Supply' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine Outdoor Supply' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Products' })
  await expect(table).toContainText(/\$\d/)
  await page.getByRole('button', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByText('Out of stock').click()
  await expect(page).toHaveURL(/availability=out_of_stock$/)
  await table.getByRole('button', { name: /^Title/ }).click()
  await expect(page).toHaveURL(/sort=title/)
  await page.getByRole('textbox', { name: 'Search products' }).fill('no such thing')
  await expect(page.getByText('No products match.')).toBeVisible()
})
