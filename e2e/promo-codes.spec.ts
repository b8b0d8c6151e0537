import { nightly, accessible, Api, expect, people, signIn, test, unique } from './fixtures.ts'

test('a code is added with every field, found again and changed', async ({ page }) => {
  const code = `SAVE${unique()}`
  await signIn(page, people.admin, '/promo-codes/')
  await expect(page.getByRole('heading', { level: 1, name: 'Promo Codes' })).toBeVisible()
  await page.getByRole('button', { name: 'Add promo code' }).click()
  const form = page.getByRole('dialog', { name: 'Add promo code' })
  // what is wrong first is where one goes on
  await form.getByRole('button', { name: 'Add promo code' }).click()
  await expect(form.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await form.getByRole('button', { name: 'Add promo code' }).click()
  await expect(form.getByText('Please fix the errors listed in red and try again')).toBeVisible()
  await expect(form.getByText('Enter a code')).toBeVisible()
  await form.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await form.getByRole('textbox', { name: 'Description' }).fill('Trade fair')
  await form.getByRole('textbox', { name: 'Discount' }).fill('101')
  await form.getByRole('button', { name: 'Add promo code' }).click()
  await expect(form.getByText('Enter at most 100%')).toBeVisible()
  await form.getByText('$', { exact: true }).last().click()
  const cycles = form.getByRole('textbox', { name: 'Number of bills' })
  await expect(form.getByRole('radio', { name: 'First bill' })).toBeChecked()
  await expect(cycles).toHaveCount(0)
  await form.getByText('First N bills').click()
  await cycles.fill('6')
  // cycles are cleared when it isn't recurring
  await form.getByText('First bill', { exact: true }).click()
  await form.getByText('First N bills').click()
  await expect(cycles).toHaveValue('')
  await cycles.fill('3')
  const plan = form.getByRole('combobox', { name: 'Plan', exact: true })
  await plan.click()
  await expect(page.getByRole('option')).toHaveText([
    'None',
    'Specific',
    'IA only',
    'FA only',
    'Pro only',
    'Plus only',
    'VIP only',
  ])
  await page.getByRole('option', { name: 'VIP only' }).click()
  // for any number of vendors it is another person's to approve, too
  await expect(form.getByText(/^Above the \$1,000 limit/)).toBeVisible()
  await form.getByRole('textbox', { name: 'Maximum vendors' }).fill('1')
  await expect(form.getByText('$0 → $303')).toBeVisible()
  await expect(form.getByText(/^Above the \$1,000 limit/)).toHaveCount(0)
  await accessible(page)
  await form.getByRole('button', { name: 'Add promo code' }).click()
  await expect(page.getByText('Promo code created!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await expect(page.getByText('$101 off the first 3 bills for vendors on VIP plans.')).toBeVisible()
  await expect(page.getByText('No vendors yet.')).toBeVisible()

  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('textbox', { name: 'Discount' }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please fix the errors listed in red and try again')).toBeVisible()
  await page.getByRole('textbox', { name: 'Discount' }).fill('99.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Promo code updated!')).toBeVisible()

  await page.goto('/promo-codes/')
  await page.getByRole('textbox', { name: 'Search promo codes' }).fill(code.toLowerCase())
  const row = page.getByRole('row', { name: code })
  await expect(row).toContainText('$99.50')
  await expect(row).toContainText('3 bills')
  await expect(page.getByRole('row', { name: /^1 code\b.*\$0$/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`search=${code.toLowerCase()}`))
})

test(
  'partners and affiliates have their own tabs, and a partner can be added from the form',
  nightly,
  async ({ page }) => {
    const partner = `Partner ${unique()}`
    const code = `PART${unique()}`
    await signIn(page, people.admin, '/promo-codes/')
    await page.getByRole('tab', { name: 'Affiliates' }).click()
    await expect(page).toHaveURL(/of=affiliates/)
    await expect(page.getByRole('columnheader', { name: 'Affiliate' })).toBeVisible()
    await page.getByRole('tab', { name: 'Partner' }).click()
    await expect(page.getByRole('columnheader', { name: 'Partner' })).toBeVisible()
    await page.getByRole('button', { name: 'Add promo code' }).click()
    const form = page.getByRole('dialog', { name: 'Add promo code' })
    await form.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
    await form.getByRole('textbox', { name: 'Discount' }).fill('5')
    await form.getByRole('textbox', { name: 'Maximum vendors' }).fill('1')
    await form.getByRole('button', { name: 'Add promo code' }).click()
    await expect(form.getByText('Choose a partner')).toBeVisible()
    await form.getByRole('button', { name: 'Add partner…' }).click()
    const naming = page.getByRole('dialog', { name: 'Add partner' })
    await naming.getByRole('textbox', { name: 'Name' }).fill(partner)
    await naming.getByRole('button', { name: 'Add partner' }).click()
    await expect(form.getByRole('combobox', { name: 'Partner' })).toHaveValue(partner)
    await form.getByRole('button', { name: 'Add promo code' }).click()
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await page.goto('/promo-codes/?of=partner')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Partner' }).click()
    // few partners are radio buttons, many are looked for
    const many = page.getByRole('combobox', { name: 'Partner' })
    const one = page.getByRole('radio', { name: partner })
    await expect(one.or(many)).toBeVisible()
    if (await many.isVisible()) {
      await many.click()
      await page.getByRole('option', { name: partner }).click()
    } else await one.click()
    await expect(page.getByRole('row', { name: code })).toBeVisible()
    await expect(page).toHaveURL(/partner=\d+/)
  },
)

const anybodys = {
  promo_code_id: null,
  description: '',
  enable_optimized_sync: false,
  billing_plan_id: null,
  plan_only: null,
  is_recurring: false,
  recurring_billing_cycles: null,
  dropshipper_id: null,
  market_id: null,
  vendor_affiliate_id: null,
  promo_code_partner_id: null,
  ends_on: null,
  usage_limit: 1,
}

test('a code’s effect is shown before it is applied, and a code can be replaced and removed', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.admin, '/promo-codes/')
  const [ten, dollar] = [`TEN${unique()}`, `DOLLAR${unique()}`]
  const admin = new Api(page.request)
  for (const of of [
    { promo_code: ten, percentage_based: true, discount: '10' },
    { promo_code: dollar, percentage_based: false, discount: '1' },
  ])
    await admin.call('savePromoCode', { body: { ...anybodys, ...of } })
  await page.goto(`/vendors/view/${vendor_id}/billing_plan`)
  const next = page.getByRole('table', { name: 'Next charge' })
  const codes = page.getByRole('table', { name: 'Promo codes', exact: true })
  const changes = page.getByRole('table', { name: 'Billing changes' })
  const before = await next.locator('tfoot .num').innerText()
  await page.getByRole('button', { name: 'Apply promo code…' }).click()
  const give = page.getByRole('dialog', { name: 'Apply promo code' })
  const code = give.getByRole('combobox', { name: 'Promo code' })
  // codes are offered as one types: part of the name is enough
  await code.pressSequentially(ten.slice(3).toLowerCase())
  await expect(page.getByRole('option')).toHaveText([`${ten} 10%`])
  await code.press('ArrowDown')
  await code.press('Enter')
  await expect(code).toHaveValue(ten)
  await expect(give.getByRole('table', { name: `With ${ten}` })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  await code.fill('NO-SUCH-CODE')
  await expect(give.getByText('Promo code NO-SUCH-CODE not found')).toBeVisible()
  await code.fill('TWO WORDS')
  await expect(give.getByText('Enter a code without spaces')).toBeVisible()
  await code.fill(ten.toLowerCase())
  const told = give.getByRole('table', { name: `With ${ten}` })
  await expect(told.getByRole('row', { name: `Promo code ${ten}, 10%` })).toBeVisible()
  await expect(give.getByRole('table', { name: 'Now', exact: true }).locator('tfoot .num')).toHaveText(before)
  const total = await told.locator('tfoot .num').innerText()
  await accessible(page)
  await give.getByRole('textbox', { name: 'Reason' }).fill('Trade fair')
  await give.getByRole('button', { name: 'Apply code' }).click()
  await expect(page.getByText(`${ten} applied from the next bill`)).toBeVisible()
  await expect(next.locator('tfoot .num')).toHaveText(total)
  await expect(changes).toContainText('Trade fair')

  await codes.getByRole('button', { name: `Replace ${ten}` }).click()
  const change = page.getByRole('dialog', { name: `Replace ${ten}` })
  await change.getByRole('combobox', { name: 'Promo code' }).fill(dollar)
  await expect(change.getByRole('row', { name: `Promo code ${dollar}, $1` })).toBeVisible()
  await change.getByRole('textbox', { name: 'Reason' }).fill('Agreed')
  await change.getByRole('button', { name: 'Replace code' }).click()
  await expect(codes.getByRole('row', { name: dollar })).toContainText('-$1')
  await expect(codes.getByRole('row', { name: ten })).toHaveCount(0)

  await codes.getByRole('button', { name: `Remove ${dollar}` }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The fair is over')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove code' }).click()
  await expect(changes).toContainText('The fair is over')
  await expect(codes.getByRole('row', { name: dollar })).toHaveCount(0)
  await expect(next.locator('tfoot .num')).toHaveText(before)
})

test('promo codes are read-only for support, with the reason', async ({ page, api }) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.support, `/vendors/view/${vendor_id}/billing_plan`)
  await expect(page.getByRole('button', { name: 'Apply promo code…' })).toBeDisabled()
  await page.goto('/promo-codes/')
  await expect(page.getByRole('button', { name: 'Add promo code' })).toBeDisabled()
  await page.getByRole('table', { name: 'Promo codes' }).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(
    page.getByText('Only finance, account managers and admins can change promo codes'),
  ).toBeVisible()
})
