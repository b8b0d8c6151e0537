import { expect, people, signIn, test, accessible, unique } from './fixtures.ts'

test('a user is billed by a plan of its own and an extra; the next charge is said before each', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  const params = { vendor_id }
  const { plan } = await api.call('getVendorBilling', { params })
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/billing_plan`)
  const next = page.getByRole('table', { name: 'Next charge' })
  const changes = page.getByRole('table', { name: 'Changes of plan, extras and promo codes' })
  await page.getByRole('button', { name: /^(Give it a plan of its own|Change its own plan)…$/ }).click()
  const own = page.getByRole('dialog', { name: 'A billing plan of its own' })
  await own.getByRole('textbox', { name: 'A month' }).fill('7x')
  await own.getByRole('textbox', { name: 'Reason' }).fill('Agreed by phone')
  await own.getByRole('button', { name: 'Use this plan' }).click()
  await expect(own.getByText('Give an amount such as 12.50')).toBeVisible()
  await own.getByRole('textbox', { name: 'A month' }).fill('77.25')
  await own.getByLabel('From').fill('2026-01-01')
  await own.getByRole('switch', { name: 'It expires' }).check()
  await own.getByLabel('Expires on').fill('2025-12-31')
  await own.getByRole('button', { name: 'Use this plan' }).click()
  await expect(own.getByText('Give a day after its start')).toBeVisible()
  await own.getByLabel('Expires on').fill('2040-01-01')
  await expect(own.getByRole('status')).toContainText(/\$77.25|in place of|stays/)
  await accessible(page)
  await own.getByRole('button', { name: 'Use this plan' }).click()
  await expect(page.getByText(`Billed by a plan of its own until 1/1/40; then ${plan} counts.`)).toBeVisible()
  await expect(next.getByRole('row', { name: /^Custom plan \$/ })).toContainText('$77.25')
  await expect(changes).toContainText('Agreed by phone')

  // an amount that isn't added yet blocks saving
  const name = `Extra ${unique()}`
  await page.getByRole('button', { name: 'New extra…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add the extra' }).click()
  await expect(page.getByRole('combobox', { name: 'Add an extra' })).toHaveValue(name)
  await page.getByRole('textbox', { name: 'A month' }).last().fill('12.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Add this amount or clear it before you save')).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^The next charge.* \$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Give a reason of at least 3 letters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('A seat for the warehouse')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // what it is now: beside itself it would always stay
  await expect(page.getByText(/^Saved\. The next charge.* (is|would be) \$[^.]*\.\d\d\./)).toBeVisible()
  await expect(next.getByRole('row', { name })).toContainText('$12.50')
  await expect(changes).toContainText('A seat for the warehouse')
  await expect(changes).toContainText(`${name} at $12.50 a month`)

  await page.getByRole('button', { name: 'Bill by the plan type…' }).click()
  const back = page.getByRole('dialog', { name: 'Bill by the plan type again' })
  await expect(back.getByText(/Its own plan is kept/)).toBeVisible()
  await back.getByRole('textbox', { name: 'Reason' }).fill('The deal is over')
  await back.getByRole('button', { name: 'Bill by the plan type', exact: true }).click()
  await expect(page.getByText(`Billed by its plan type, ${plan}.`)).toBeVisible()
  await expect(next.getByRole('row', { name: /^Custom plan \$/ })).toHaveCount(0)
})

test('another plan with the basic info says what it does to the next charge, before it is saved', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/basic`)
  const plan = page.getByRole('combobox', { name: 'Plan type' })
  const other = (await plan.inputValue()) === 'Pro' ? 'Plus' : 'Pro'
  await expect(page.getByText(/^The next charge,/)).toHaveCount(0)
  await plan.click()
  await page.getByRole('option', { name: other, exact: true }).click()
  await expect(page.getByText(/^The next charge.* \$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Credit' }).fill('12.34')
  await expect(page.getByText(/^The next charge.* \$/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('plan and extras are closed to support, and say why', async ({ page, api }) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.support, `/vendors/view/${vendor_id}/billing_plan`)
  await expect(page.getByText('For finance, account managers and admins')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change the plan type…' })).toBeDisabled()
  await expect(page.getByRole('combobox', { name: 'Add an extra' })).toBeDisabled()
})

test('a dialog of the plan begins at its first field, and loses nothing that was typed by a slip', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.finance, `/vendors/view/${vendor_id}/billing_plan`)
  await page.getByRole('button', { name: 'Change the plan type…' }).click()
  const type = page.getByRole('dialog', { name: 'Change the plan type' })
  await expect(type.getByRole('combobox', { name: 'Plan type' })).toBeFocused()
  await expect(type.getByText('Choose another plan type')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(type).toHaveCount(0)

  await page.getByRole('button', { name: /^(Give it a plan of its own|Change its own plan)/ }).click()
  const own = page.getByRole('dialog')
  const fee = own.getByLabel('A month')
  await expect(fee).toBeFocused()
  await fee.fill('77.25')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 450)
  await expect(fee).toHaveValue('77.25')
  await own.getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toHaveCount(0)
})
