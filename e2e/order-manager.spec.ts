import { accessible, expect, people, signIn, test, unique } from './fixtures.ts'

const managerOf = (id: number) => `/vendors/view/${id}/order_manager`

test('a supplier with required fields is used once they are filled in, and restored with their values', async ({
  page,
  api,
}) => {
  const supplier = await api.makeSupplier()
  const { vendor_id } = await api.someVendor()
  await api.call('addSubscription', { params: { vendor_id, did: supplier.dropshipper_id } })
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/order_automation`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('button', { name: 'Add field' }).click()
  await modal.getByRole('textbox', { name: 'Field 1 name' }).fill('Account number')
  await accessible(page)
  await modal.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Account number Text, required' })).toBeVisible()

  await page.goto(managerOf(vendor_id))
  await page.getByRole('combobox', { name: 'Add supplier' }).click()
  await page.getByRole('option', { name: supplier.name, exact: true }).click()
  await page.keyboard.press('Control+s')
  await expect(
    page.getByText(`${supplier.name} has hidden fields that need to be configured before saving`),
  ).toBeVisible()
  const one = page.getByRole('group', { name: supplier.name })
  await one.getByRole('textbox', { name: 'Account number' }).fill('A-17')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Order manager saved')).toBeVisible()

  await one.getByRole('button', { name: `Delete ${supplier.name}` }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await page.reload()
  await one.getByRole('button', { name: `Restore ${supplier.name}` }).click()
  await one.getByRole('button', { name: `Settings for ${supplier.name}` }).click()
  await expect(one.getByRole('textbox', { name: 'Account number' })).toHaveValue('A-17')
  // what is there already can't be added once more
  await page.getByRole('combobox', { name: 'Add supplier' }).click()
  await page.getByRole('option', { name: supplier.name, exact: true }).click()
  await expect(page.getByText('User already has that supplier')).toBeVisible()
})

test('a new channel starts with 7 days, requires a name and a type, and survives a reload', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  const name = `Shop ${unique()}`
  await signIn(page, people.support, managerOf(vendor_id))
  await page.getByRole('button', { name: 'Add channel' }).click()
  const blank = page.getByRole('group', { name: 'New channel' })
  await expect(blank.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(blank.getByRole('textbox', { name: 'Fetch orders from the last' })).toHaveValue('7')
  await page.keyboard.press('Control+s')
  await expect(blank.getByText('Enter a name')).toBeVisible()
  await expect(blank.getByText('Choose a type')).toBeVisible()
  await blank.getByRole('textbox', { name: 'Name' }).fill(name)
  const channel = page.getByRole('group', { name })
  await channel.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'eBay', exact: true }).click()
  await channel.getByRole('textbox', { name: 'Fetch orders from the last' }).fill('61')
  await page.keyboard.press('Control+s')
  await expect(channel.locator('[aria-invalid=true]')).toHaveCount(1)
  await channel.getByRole('textbox', { name: 'Fetch orders from the last' }).fill('60')
  await accessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Order manager saved')).toBeVisible()
  await page.reload()
  await expect(channel.getByRole('textbox', { name: 'Fetch orders from the last' })).toHaveValue('60')
})
