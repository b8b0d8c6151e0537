import { accessible, Api, expect, nightly, openSession, people, signIn, test, unique } from './fixtures.ts'

test('a vendor gets a custom plan and an extra, and sees the next charge before each save', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  const params = { vendor_id }
  const { plan, counts } = await api.call('getVendorBilling', { params })
  // a year of a larger difference would need a second person
  const fee = (Number(counts!.monthly_fee) - 3.25).toFixed(2)
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/billing_plan`)
  const next = page.getByRole('table', { name: 'Next charge' })
  const changes = page.getByRole('table', { name: 'Billing changes' })
  await page.getByRole('button', { name: /^(Set a custom plan|Edit custom plan)…$/ }).click()
  const own = page.getByRole('dialog', { name: 'Custom plan' })
  await own.getByRole('textbox', { name: 'Per month' }).fill('7x')
  await own.getByRole('textbox', { name: 'Reason' }).fill('Agreed by phone')
  await own.getByRole('button', { name: 'Use custom plan' }).click()
  await expect(own.getByText('Enter an amount such as 12.50')).toBeVisible()
  await own.getByRole('textbox', { name: 'Per month' }).fill(fee)
  await own.getByLabel('Start date').fill('2026-01-01')
  await own.getByRole('switch', { name: 'Expires' }).check()
  await own.getByLabel('Expiration date').fill('2025-12-31')
  await own.getByRole('button', { name: 'Use custom plan' }).click()
  await expect(own.getByText('Enter a date after the start date')).toBeVisible()
  await own.getByLabel('Expiration date').fill('2040-01-01')
  await expect(own.getByRole('status')).toContainText(new RegExp(`\\$${fee}|instead of|stays`))
  await accessible(page)
  await own.getByRole('button', { name: 'Use custom plan' }).click()
  await expect(page.getByText(`On a custom plan until 1/1/40, then ${plan}.`)).toBeVisible()
  await expect(next.getByRole('row', { name: /^Custom plan \$/ })).toContainText(`$${fee}`)
  await expect(changes).toContainText('Agreed by phone')

  // an amount that isn't added yet blocks saving
  const name = `Extra ${unique()}`
  await page.getByRole('button', { name: 'Add extra type…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add extra type' }).click()
  await expect(page.getByRole('combobox', { name: 'Add extra' })).toHaveValue(name)
  await page.getByRole('textbox', { name: 'Per month' }).last().fill('12.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Add or clear this amount before saving')).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/^The next charge.* \$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter a reason of at least 3 characters')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('A seat for the warehouse')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // what it is now: beside itself it would always stay
  await expect(page.getByText(/^Saved\. The next charge.* (is|would be) \$[\d,]+(\.\d\d)?\./)).toBeVisible()
  await expect(next.getByRole('row', { name })).toContainText('$12.50')
  await expect(changes).toContainText('A seat for the warehouse')
  await expect(changes).toContainText(`${name} $12.50 a month`)

  // what one person moves within a day adds up; another begins at nothing
  await signIn(page, people.finance, `/vendors/view/${vendor_id}/billing_plan`)
  await page.getByRole('button', { name: 'Use plan type…' }).click()
  const back = page.getByRole('dialog', { name: 'Use plan type' })
  await expect(back.getByText(/You can turn the custom plan on again later/)).toBeVisible()
  await back.getByRole('textbox', { name: 'Reason' }).fill('The deal is over')
  await back.getByRole('button', { name: 'Use plan type', exact: true }).click()
  await expect(page.getByText(`On the standard ${plan} plan.`)).toBeVisible()
  await expect(next.getByRole('row', { name: /^Custom plan \$/ })).toHaveCount(0)
})

test(
  'changing the plan in basic info shows the effect on the next charge before saving',
  nightly,
  async ({ page, api }) => {
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
  },
)

test('support may ask for a plan change; extras are read-only, with the reason', async ({ page, api }) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.support, `/vendors/view/${vendor_id}/billing_plan`)
  await expect(page.getByText('Only finance, account managers and admins can change billing')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change plan type…' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Request plan change…' })).toBeEnabled()
  await expect(page.getByRole('combobox', { name: 'Add extra' })).toBeDisabled()
})

test(
  'a plan dialog starts at its first field and keeps what was typed when closed by accident',
  nightly,
  async ({ page, api }) => {
    const { vendor_id } = await api.someVendor()
    await signIn(page, people.finance, `/vendors/view/${vendor_id}/billing_plan`)
    await page.getByRole('button', { name: 'Change plan type…' }).click()
    const type = page.getByRole('dialog', { name: 'Change plan type' })
    await expect(type.getByRole('combobox', { name: 'Plan type' })).toBeFocused()
    await expect(type.getByText('Choose a different plan type')).toBeVisible()
    // the plan that it has is no way to have none
    const plan = await type.getByRole('combobox', { name: 'Plan type' }).inputValue()
    await type.getByRole('combobox', { name: 'Plan type' }).click()
    await page.getByRole('option', { name: plan }).click()
    await expect(type.getByRole('combobox', { name: 'Plan type' })).toHaveValue(plan)
    await expect(type.getByText('Choose a different plan type')).toBeVisible()
    await type.getByRole('combobox', { name: 'Plan type' }).click()
    await page.getByRole('option', { name: 'None' }).click()
    await expect(type.getByRole('status')).toContainText('No plan instead of')
    await type.getByRole('combobox', { name: 'Plan type' }).click()
    await page.getByRole('option', { name: plan }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(type).toHaveCount(0)

    await page.getByRole('button', { name: /^(Set a custom plan|Edit custom plan)/ }).click()
    const own = page.getByRole('dialog')
    const fee = own.getByLabel('Per month')
    await expect(fee).toBeFocused()
    await fee.fill('78.31')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 450)
    await expect(fee).toHaveValue('78.31')
    await own.getByRole('button', { name: 'Cancel' }).click()
    await expect(own).toHaveCount(0)
  },
)

test(
  'every tab that shows the next charge says so when the vendor’s status prevents billing',
  nightly,
  async ({ page, api }) => {
    const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest', status: [2] } })
    const of = vendors[0]!.vendor_id
    await signIn(page, people.support, `/vendors/view/${of}`)
    const told = page.getByText('Billing stops until the balance is paid or the account is reactivated.')
    for (const tab of ['dashboard', 'billing_plan', 'billing_history']) {
      await page.goto(`/vendors/view/${of}/${tab}`)
      await expect(page.getByRole('table', { name: 'Next charge' })).toBeVisible()
      await expect(told, tab).toHaveCount(1)
    }
  },
)

test.describe('a plan that someone else changes meanwhile', nightly, () => {
  test.use({ expected: [/409 \(Conflict\)/] })
  test('is reported and recalculated, and saved only by the next click', async ({ page, api, browser }) => {
    const { vendor_id } = await api.someVendor()
    const params = { vendor_id }
    await signIn(page, people.finance, `/vendors/view/${vendor_id}/billing_plan`)
    await page.getByRole('button', { name: 'Change plan type…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change plan type' })
    const { plans, vendor_plan_type_id: had } = await api.call('getVendorBilling', { params })
    const [mine, theirs] = plans.filter((plan) => plan.vendor_plan_type_id !== had)
    await dialog.getByRole('combobox', { name: 'Plan type' }).click()
    await page.getByRole('option', { name: mine!.name }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone')

    const context = await browser.newContext()
    await openSession(context, people.manager)
    const { version } = await api.call('getVendorBilling', { params })
    const body = { version, vendor_plan_type_id: theirs!.vendor_plan_type_id, reason: 'Agreed' }
    await new Api(context.request).call('savePlanType', { params, body })
    await context.close()

    const act = dialog.getByRole('button', { name: 'Change plan type' })
    await act.click()
    await expect(dialog.getByRole('alert')).toContainText('Marco Manager changed this after you opened it')
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Asked for by phone')
    await act.click()
    await expect(page.getByText(`Plan type: ${mine!.name}`, { exact: true })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  test(
    'is also reported when the vendor was moved to another plan',
    nightly,
    async ({ page, api, browser }) => {
      const { vendor_id } = await api.someVendor()
      const params = { vendor_id }
      const context = await browser.newContext()
      await openSession(context, people.manager)
      const manager = new Api(context.request)
      const change = async (monthly_fee: string) => {
        const { version, bill_date } = await manager.call('getVendorBilling', { params })
        const billing_plan = {
          monthly_fee,
          custom_billing_plan_start_tm: bill_date,
          billing_plan_will_expire: false,
          billing_plan_expiration_date: null,
          billing_plan_default_id: null,
        }
        await manager.call('saveBillingPlan', { params, body: { version, billing_plan, reason: 'Agreed' } })
      }
      await change('61.00')
      await signIn(page, people.finance, `/vendors/view/${vendor_id}/billing_plan`)
      await page.getByRole('button', { name: 'Use plan type…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Use plan type' })
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone')
      await change('62.00')

      const act = dialog.getByRole('button', { name: 'Use plan type' })
      await act.click()
      await expect(dialog.getByRole('alert')).toContainText('Marco Manager changed this after you opened it')
      // somebody else does the same meanwhile: it isn't done the other way round
      const { version } = await manager.call('getVendorBilling', { params })
      await manager.call('toggleCustomBillingPlan', {
        params,
        body: { version, has_custom_billing_plan: false, reason: 'Agreed' },
      })
      await act.click()
      await expect(dialog.getByText('Custom plan turned off by someone else')).toBeVisible()
      await expect(act).toBeDisabled()
      await context.close()
    },
  )
})
