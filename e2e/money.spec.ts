import { accessible, expect, nightly, people, signIn, test } from './fixtures.ts'

test('finance sees whether the books balance, checks them again, and sees the ledger’s totals', async ({
  page,
}) => {
  await signIn(page, people.admin, '/billing/')
  await page.getByRole('button', { name: 'Run checks' }).click()
  await page.getByRole('button', { name: /^Show all \d+$/ }).click()
  const books = page.getByRole('table', { name: 'Ledger checks' })
  await expect(books.getByRole('row')).not.toHaveCount(1)
  await expect(page.getByText(/^(All \d+|\d+ of \d+) ledger checks passed/)).toBeVisible()
  await expect(books.getByText('Invoice or credit note numbers have a gap')).toBeVisible()
  await expect(page.locator('.verdict')).toHaveText(/collected in \w+, .* owed on \d+ invoices/)
  const disputes = page.getByRole('table', { name: 'Open disputes' })
  await expect(disputes.getByRole('row', { name: /^Disputed .*Due \d+\/\d+\/\d+ .*, in / })).toBeVisible()
  const accounts = page.getByRole('table', { name: 'Balances by account' })
  await expect(accounts.getByRole('row', { name: /^Customers’ credit/ })).toBeVisible()
  await expect(accounts.getByRole('row', { name: /^All accounts \$0\.00$/ })).toBeVisible()
  await accessible(page)
})

test('a charge above the limit waits on Money for a second person, who rejects it with a reason', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.someVendor()
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/billing_history`)
  const name = `Custom work ${Date.now()}`
  const asked = await page.evaluate(
    async ({ id, text }) => {
      const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
      const answer = await fetch(`/api/vendor/${id}/manual-charge`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'app-id': 'feedstock-e2e',
          'x-xsrf-token': decodeURIComponent(cookie!.slice('XSRF-TOKEN='.length)),
        },
        body: JSON.stringify({
          vendor_charge_type_id: 3,
          vendor_charge_trans_type_id: 4,
          charge_description: text,
          amount: '123456.00',
        }),
      })
      return answer.json()
    },
    { id: vendor_id, text: name },
  )
  expect(asked).toMatchObject({ state: 'waiting' })
  await page.goto('/billing/')
  const item = page
    .locator('section.panel div')
    .filter({ hasText: name })
    .filter({ has: page.getByRole('button', { name: 'Withdraw…' }) })
    .last()
  await expect(item).toContainText('Another person must approve your request.')
  await item.getByRole('button', { name: 'Withdraw…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Withdraw request' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed otherwise')
  await dialog.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('Request withdrawn')).toBeVisible()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('credit above the limit changes only once another person approves it on Money', async ({
  page,
  api,
}) => {
  const { vendor_id } = await api.makeVendor()
  const why = `Goodwill ${Date.now()}`
  await signIn(page, people.admin, `/vendors/view/${vendor_id}/basic`)
  const credit = page.getByLabel('Credit', { exact: true })
  await credit.fill('5000')
  await expect(page.getByText('Above the $1,000 limit. Another person must approve it.')).toBeVisible()
  await page.getByLabel('Reason for changing the credit or next charge').fill(why)
  await page.getByRole('button', { name: 'Request approval', exact: true }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await expect(credit).toHaveValue('0.00')
  await expect(page.getByText(`Basic info: Credit $5,000: ${why}. Requested by you.`)).toBeVisible()
  await accessible(page)

  await signIn(page, people.finance, '/billing/')
  const item = page
    .locator('section.panel div')
    .filter({ hasText: why })
    .filter({ has: page.getByRole('button', { name: 'Approve…' }) })
    .last()
  await item.getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('$0 → $5,000')).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Basic info, $5,000 approved')).toBeVisible()
  await page.goto(`/vendors/view/${vendor_id}/basic`)
  await expect(credit).toHaveValue('5000.00')
})

test('renewals above the usual show their figures and charges, and need two people', async ({ page }) => {
  const run = {
    renewal_stop_id: 7,
    day: '2030-01-31',
    state: 'stopped',
    insert_tm: new Date().toISOString(),
    invoices: { now: 2016, most: 158 },
    amount: { now: '468748.21', most: '30000.00' },
    percent: { now: 77, most: 20 },
    days: { now: 1, most: 3 },
    agreed: [] as { name: string; tm: string; own: boolean }[],
    refused_by: null as string | null,
    refused_tm: null as string | null,
    reason: null as string | null,
  }
  await page.route('**/api/payments/waiting', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), stopped_run: run } })
  })
  await page.route('**/api/renewal-stop/7/charges', (route) =>
    route.fulfill({
      json: {
        invoices: 2016,
        amount: '468748.21',
        charges: [
          {
            vendor_id: 1,
            company: 'Largest Shop',
            text: 'Renewal, Jan 31 to Feb 27, 2030',
            amount: '999.00',
          },
        ],
      },
    }),
  )
  const sent: unknown[] = []
  await page.route('**/api/renewal-stop/7/agree', async (route) => {
    sent.push(route.request().postDataJSON())
    run.agreed = [{ name: 'Finance', tm: new Date().toISOString(), own: true }]
    await route.fulfill({ json: { state: 'stopped' } })
  })
  await page.route('**/api/renewal-stop/7/refuse', async (route) => {
    const { reason } = route.request().postDataJSON() as { reason: string }
    Object.assign(run, { state: 'refused', refused_by: 'Finance', reason, agreed: [] })
    await route.fulfill({ status: 204 })
  })
  await signIn(page, people.finance, '/billing/')
  await expect(page.getByText('Renewals are stopped: they would charge more than usual.')).toBeVisible()
  const figures = page.getByRole('table', { name: 'Stopped renewals' })
  await expect(figures.getByRole('row', { name: 'Invoices 2,016 158 Unusual' })).toBeVisible()
  await expect(
    figures.getByRole('row', { name: 'Since the last complete run 1 day 3 days Usual' }),
  ).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Approve…' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText('2,016 invoices, $468,748.21, including those already billed today.'),
  ).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Largest Shop Renewal, Jan 31 .* \$999/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved. One more person must approve', { exact: true })).toBeVisible()
  expect(sent).toEqual([{ invoices: 2016, amount: '468748.21' }])
  await expect(page.getByText('You approved. One more person must approve before')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve…' }).first()).toBeDisabled()
  await page.getByRole('button', { name: 'Reject…' }).first().click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The dates are wrong')
  await dialog.getByRole('button', { name: 'Reject renewals' }).click()
  await expect(page.getByText('Reason: The dates are wrong')).toBeVisible()
})

test(
  'a vendor set aside from renewals shows the reason and can be retried with a button',
  nightly,
  async ({ page }) => {
    await signIn(page, people.finance, '/billing/')
    const aside = page.getByRole('table', { name: 'Failed renewals' })
    const row = aside.getByRole('row').filter({ hasText: 'Couldn’t remove products from stores' })
    await expect(row).toContainText('The database timed out.')
    await row.getByRole('button', { name: 'Retry now' }).click()
    await expect(page.getByText('Renewal succeeded')).toBeVisible()
    await expect(row).toHaveCount(0)
  },
)

test(
  'rechecking money that the gateway still says nothing about shows a warning, not a success',
  nightly,
  async ({ page }) => {
    await signIn(page, people.finance, '/billing/')
    const row = page.getByRole('table', { name: 'Pending payments' }).getByRole('row')
    await row
      .filter({ hasText: 'Manual charge of $75' })
      .first()
      .getByRole('button', { name: 'Check again' })
      .click()
    const told = page.getByRole('status').filter({ hasText: 'Still no result from the gateway' })
    await expect(told.locator('.tabler-icon-alert-triangle')).toBeVisible()
  },
)

test('a dispute links to its charge', nightly, async ({ page }) => {
  await signIn(page, people.finance, '/billing/')
  const disputed = page.getByRole('table', { name: 'Open disputes' }).getByRole('row').nth(1)
  await disputed.getByRole('link', { name: /^Renewal, INV-/ }).click()
  await expect(page).toHaveURL(/\/charge\/\d+$/)
  await expect(page.getByRole('table', { name: 'Timeline of the charge' })).toContainText(
    /disputed, money withdrawn|Inquiry by the bank/,
  )
})

test(
  'any vendor’s charge can be found from Money, filtered by the address, and opened on its page',
  nightly,
  async ({ page }) => {
    await signIn(page, people.finance, '/billing/')
    await page.getByRole('link', { name: 'All charges' }).click()
    const list = page.getByRole('table', { name: 'Charges of all vendors' })
    await expect(page.getByText(/Showing the first 10,000/)).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Amount' }).click()
    await page.getByRole('textbox', { name: 'At least' }).fill('100.50')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/least=100\.50?/)
    await list.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
    await expect(page).toHaveURL(/sort=-?amount/)
    const first = list.getByRole('row').nth(1)
    const paper = (await first.getByRole('link', { name: /^(INV|CN)-\d{6}$/ }).innerText()).trim()
    await page.goto(`/billing/charges?search=${paper}`)
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(page.getByText(/^\$[\d,.]+ charged, \$[\d,.]+ refunded$/)).toBeVisible()
    const company = await first.getByRole('link').first().innerText()
    await first.getByText(/^(Charge|Refund)$/).click()
    await expect(page).toHaveURL(/\/charge\/\d+$/)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(company)
    await expect(page.getByRole('heading', { level: 2, name: paper })).toBeVisible()
  },
)

test(
  'a charge still shows its type on a narrow screen, as a hold moves no money',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 900 })
    await signIn(page, people.finance, '/billing/charges')
    const list = page.getByRole('table', { name: 'Charges of all vendors' })
    await expect(list.getByRole('row').nth(1)).toContainText('$')
    await expect(list.getByRole('columnheader', { name: 'Type' })).toBeVisible()
    await expect(list.getByRole('columnheader', { name: 'Description' })).toBeVisible()
  },
)

test(
  'the amount owed on Money links to the open invoices, which can be filtered by age',
  nightly,
  async ({ page }) => {
    await signIn(page, people.finance, '/billing/')
    const list = page.getByRole('table', { name: 'Invoices of all vendors' })
    const bands = page.getByRole('group', { name: 'Open invoices by age' })
    const month = bands.getByRole('button', { name: /^8–30 days/ })
    // other tests pay and bill meanwhile
    await expect(async () => {
      await page.goto('/billing/')
      const accounts = page.getByRole('table', { name: 'Balances by account' })
      const owed = accounts.getByRole('row', { name: /^Owed by/ })
      const sum = await owed.getByRole('cell').last().innerText()
      await owed.getByRole('link', { name: 'Owed by customers' }).click()
      await expect(page).toHaveURL('/billing/invoices?state=open')
      // the same as the ledger has, by the bands and by the list
      await expect(page.getByText(`${sum} on `)).toBeVisible({ timeout: 5000 })
      await expect(page.locator('.answer')).toContainText(`${sum} open`, { timeout: 5000 })
      const [, amount, n] = /(\$[\d,.]+)\s*(\d+) invoices?$/.exec(await month.innerText())!
      await month.click()
      await expect(page).toHaveURL('/billing/invoices?age=month')
      await expect(page.locator('.answer')).toContainText(`${amount} invoiced, `, { timeout: 5000 })
      await expect(list.getByRole('row')).toHaveCount(1 + Math.min(50, Number(n)), { timeout: 5000 })
    }).toPass()
    await expect(month).toHaveAttribute('aria-pressed', 'true')
    await accessible(page)
    // the address has it all: it is there again with a reload, and gone with another click
    await list.getByRole('columnheader', { name: 'Total' }).getByRole('button').click()
    await expect(page).toHaveURL('/billing/invoices?age=month&sort=-total')
    await page.reload()
    await expect(month).toHaveAttribute('aria-pressed', 'true')
    await expect(list.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
    await month.click()
    await expect(page).toHaveURL('/billing/invoices?sort=-total')
    await expect(month).toHaveAttribute('aria-pressed', 'false')
  },
)

test('any vendor’s invoice can be found by its number, downloaded as a PDF, and opened in the vendor’s history', async ({
  page,
}) => {
  await signIn(page, people.finance, '/billing/invoices?kind=credit_note')
  const list = page.getByRole('table', { name: 'Invoices of all vendors' })
  const first = list.getByRole('row').nth(1)
  await expect(first).toContainText('Refunded')
  const [, of] = /Credit note of (INV-\d{6})/.exec(await first.innerText())!
  await page.getByRole('button', { name: 'Remove filter Type' }).click()
  await page.getByRole('textbox', { name: 'Search invoices' }).fill(of!)
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(`/billing/invoices?search=${of}`)
  await expect(first.getByRole('link', { name: of! })).toHaveAttribute('href', /invoice\/\d+\/pdf$/)
  const company = await first.getByRole('link').nth(1).innerText()
  await first.getByText('Paid', { exact: true }).click()
  await expect(page).toHaveURL(/\/vendors\/view\/\d+\/billing_history$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(company)
})

test(
  'on a narrow screen the age bands are readable, and an invoice shows its vendor, status and amount',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 420, height: 900 })
    await signIn(page, people.finance, '/billing/invoices')
    const bands = page.getByRole('group', { name: 'Open invoices by age' })
    for (const name of [/^0–7 days/, /^8–30 days/, /^31–60 days/, /^61–90 days/, /^Over 90 days/]) {
      const box = await bands.getByRole('button', { name }).boundingBox()
      expect(box!.x + box!.width).toBeLessThanOrEqual(420)
    }
    const list = page.getByRole('table', { name: 'Invoices of all vendors' })
    for (const name of ['Number', 'Vendor', 'Status', 'Total'])
      await expect(list.getByRole('columnheader', { name })).toBeVisible()
  },
)

test('support can read Money but change nothing', async ({ page }) => {
  await signIn(page, people.support, '/billing/')
  await expect(page.getByRole('button', { name: 'Run checks' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Change…' })).toHaveCount(0)
})
