import { accessible, expect, nightly, people, signIn, test } from './fixtures.ts'

test('from the list of reports to a month’s revenue, and from a figure to payments whose sum it is', async ({
  page,
}) => {
  await signIn(page, people.finance, '/reports/exports')
  await page.getByRole('link', { name: 'Monthly Revenue', exact: true }).click()
  await expect(
    page.getByText(/^\$[\d,.]+ kept in .* than .* until the same day\. .* expected by its end/),
  ).toBeVisible()
  const months = page.getByRole('table', { name: 'Revenue by month' })
  const refunds = months.getByRole('row').nth(2).getByRole('link', { name: /^\$/ }).nth(1)
  const figure = await refunds.textContent()
  await page.getByText('How this is counted').click()
  await expect(page.getByText(/^Payments of renewals, at the gateway/)).toBeVisible()
  await accessible(page)
  await refunds.click()
  await expect(page).toHaveURL(/monthly-revenue\/payments\?month=.*what=refunds/)
  const total = page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: /^Total/ })
  await expect(total).toContainText(figure!)
})

test('each tab of Monthly Revenue has its kind of money, and stays in the address', async ({ page }) => {
  await signIn(page, people.finance, '/reports/monthly-revenue')
  const tabs = page.getByRole('radiogroup', { name: 'View' })
  await tabs.getByText('Recurring').click()
  await expect(page.getByText(/^\$[\d,.]+ a month from [\d,]+ paying vendors/)).toBeVisible()
  const bars = page.getByRole('figure', { name: /^What moved MRR in/ })
  const newest = page.getByRole('table', { name: 'MRR by month' }).getByRole('row').nth(1)
  const closing = (await bars.getByRole('listitem').last().textContent())!.replace('Closing', '')
  await expect(newest).toContainText(closing)
  await accessible(page)
  await tabs.getByText('Earned').click()
  await expect(page.getByText(/earned in .* so far\. .* is billed for later days\.$/)).toBeVisible()
  await tabs.getByText('Cohorts').click()
  await expect(
    page
      .getByRole('table', { name: /^Vendors by the month/ })
      .getByRole('row')
      .nth(5),
  ).toBeVisible()
  await accessible(page)
  await page.getByRole('radiogroup', { name: 'Numbers' }).getByText('MRR').click()
  await expect(page).toHaveURL(/view=cohorts&by=mrr/)
  await page.reload()
  await expect(page.getByRole('table', { name: /^MRR by the month/ })).toBeVisible()
  await tabs.getByText('Unpaid cards').click()
  await expect(page.getByText(/recovered \(\d+\.\d%\)/)).toBeVisible()
  await accessible(page)
})

test('a month is closed once nothing is in the way, and reopening waits for another person', async ({
  page,
}) => {
  await signIn(page, people.finance, '/reports/monthly-revenue?view=closing')
  const months = page.getByRole('table', { name: 'Months' })
  await expect(page.getByText('No month can be closed now')).toBeVisible()
  const changes = page.getByRole('table', { name: 'Changed since it was closed' })
  await expect(changes).toContainText('Money: disputes')
  await expect(changes).toContainText('Dispute lost')
  await accessible(page)

  await page.getByRole('link', { name: /differs from the gateway/ }).click()
  await page.getByRole('button', { name: 'Accept…' }).first().click()
  const accepting = page.getByRole('dialog')
  await accepting.getByRole('textbox', { name: 'Reason' }).fill('Test payment at the gateway')
  await accepting.getByRole('button', { name: 'Accept difference' }).click()
  await expect(accepting).toBeHidden()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText(/^All \d+ ledger checks passed/)).toBeVisible()
  await page.goto('/reports/monthly-revenue?view=closing')
  const reopened = months.getByRole('row', { name: /Reopened/ })
  const month = (await reopened.getByRole('cell').first().textContent())!
  await reopened.getByRole('button', { name: 'Close…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click()
  await expect(page.getByText(`${month} closed`)).toBeVisible()
  const row = months.getByRole('row', { name: new RegExp(`^${month}`) })
  await expect(row).toContainText('Closed')

  await row.getByRole('button', { name: 'Reopen…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Another person must approve reopening a month')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The wire came after all')
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await expect(row).toContainText(/Closed\. .* requested to reopen it/)
  await row.getByRole('link', { name: 'needs approval' }).click()
  const request = page.getByText(`${month}: The wire came after all`)
  await expect(request).toBeVisible()
  await expect(page.getByText('Another person must approve your request.').first()).toBeVisible()
})

test('suspended vendors need an Upgrade After date', async ({ page }) => {
  await signIn(page, people.finance, '/reports/billing-suspended')
  const vendors = page.getByRole('table', { name: 'Suspended vendors' })
  await expect(vendors.getByRole('link', { name: /^\$/ }).first()).toBeVisible()
  await page.getByLabel('Upgrade After').fill('')
  await expect(page.getByRole('alert')).toHaveText('You must specify a Upgrade After date')
  await page.getByLabel('Upgrade After').fill('2020-01-01')
  await expect(vendors).toBeVisible()
})

test('a goal is entered for this month and shown with its number', async ({ page }) => {
  await signIn(page, people.support, '/reports/the-truth?view=monthly')
  await page.getByRole('button', { name: 'Edit goals…' }).click()
  const dialog = page.getByRole('dialog')
  const goal = dialog.getByRole('textbox', { name: 'New paying vendors, monthly goal' })
  await goal.fill('many')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a number such as 120 or <120')).toBeVisible()
  await goal.fill('98765')
  await dialog.getByRole('textbox', { name: 'Live chat', exact: true }).fill('321')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Goals saved')).toBeVisible()
  const numbers = page.getByRole('table', { name: 'Goals and numbers' })
  await expect(numbers.getByRole('row', { name: /^New paying vendors/ })).toContainText('Goal 98765')
  await expect(numbers.getByRole('row', { name: /^Live chat/ })).toContainText('321')
  await expect(page.getByText(/the goal is 98765/)).toBeVisible()
  const registrations = numbers
    .getByRole('row', { name: /^Registrations/ })
    .getByRole('link')
    .last()
  const figure = await registrations.textContent()
  await registrations.click()
  const total = page.getByRole('table', { name: 'Rows' }).getByRole('row', { name: /^Total/ })
  await expect(total).toContainText(figure!)
})

test('plan violations are filtered, and recomputed at most once a minute', nightly, async ({ page }) => {
  await signIn(page, people.support, '/reports/plan-violations')
  await page.getByRole('button', { name: 'Recompute' }).click()
  await expect(page.getByText(/^Days are in UTC\. Computed/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Plan violations' })).toBeVisible()
})

test(
  'supplier subscriptions are filtered and lead to the subscriptions they count',
  nightly,
  async ({ page }) => {
    await signIn(page, people.support, '/reports/supplier_subscriptions?status=frozen')
    const suppliers = page.getByRole('table', { name: 'Subscriptions by supplier' })
    await suppliers.getByRole('link', { name: /^\d+$/ }).first().click()
    await expect(page).toHaveURL(/\/reports\/supplier_subscriptions\/rows\?/)
  },
)

test('refunds of a range that ends before it starts are refused', nightly, async ({ page }) => {
  await signIn(page, people.finance, '/reports/refunds?start=2026-01-01&end=2026-02-01')
  await page.getByLabel('From', { exact: true }).fill('2026-03-01')
  await expect(page.getByRole('alert')).toHaveText('Enter a day on or after the first day')
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page.getByText(/refunded|Nothing refunded/).first()).toBeVisible()
})

test('arrow keys walk the bars of a chart, Enter opens a bar’s rows, and Escape goes back', async ({
  page,
}) => {
  await signIn(page, people.finance, '/reports/closed-deals')
  const chart = page.getByRole('slider', { name: 'MRR added by week and owner' })
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\d+\/\d+\/\d+: .*\$/)
  const week = (await chart.getAttribute('aria-valuetext'))!.split(':')[0]!
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/start=\d{4}-\d\d-\d\d&end=/)
  await expect(page.getByText(`Days are in UTC. ${week} to `)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/closed-deals$/)
  await page.getByText('Show as table').click()
  await expect(page.getByRole('table', { name: 'MRR added by week and owner' })).toContainText(week)
  await accessible(page)
})

test('a drag over bars shows only their weeks', async ({ page }) => {
  await signIn(page, people.finance, '/reports/closed-deals')
  const box = (await page.getByRole('slider', { name: 'MRR added by week and owner' }).boundingBox())!
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/start=\d{4}-\d\d-\d\d&end=/)
  await page.getByRole('button', { name: 'Last 3 months' }).click()
  await expect(page).toHaveURL(/closed-deals$/)
})

test('a note on a day is shown on the chart’s axis, and can be deleted', async ({ page }) => {
  await signIn(page, people.finance, '/reports/monthly-revenue')
  await page.getByRole('button', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a note')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Price rise')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const chart = page.getByRole('slider', { name: 'Recurring, set-up and kept' })
  await expect(chart.getByText('Price rise')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Price rise')
  await page.getByRole('button', { name: 'Delete note “Price rise”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(chart.getByText('Price rise')).toBeHidden()
})

test('a report is emailed by schedule to those who may see it, until it is stopped', async ({ page }) => {
  await signIn(page, people.finance, '/reports/refunds')
  await page.getByRole('button', { name: 'Email this report…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await dialog.getByRole('button', { name: 'Schedule email' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Refunds for the board')
  await accessible(page)
  await dialog.getByText('Daily').click()
  await dialog.getByRole('button', { name: 'Schedule email' }).click()
  await expect(page.getByText('Email scheduled')).toBeVisible()
  await page.goto('/reports/exports')
  const row = page
    .getByRole('table', { name: 'Scheduled emails' })
    .getByRole('row', { name: /^Refunds for the board/ })
  await expect(row).toContainText('Every day, 7:00 AM UTC')
  await row.getByRole('button', { name: 'Edit “Refunds for the board”' }).click()
  await dialog.getByRole('combobox', { name: 'Time, in UTC' }).click()
  await page.getByRole('option', { name: '3:00 PM' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Every day, 3:00 PM UTC')
  await row.getByRole('button', { name: 'Edit “Refunds for the board”' }).click()
  await dialog.getByRole('link', { name: 'Change filters' }).click()
  await page.getByRole('button', { name: 'Save filters of “Refunds for the board”…' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Email this report…' })).toBeVisible()
  await page.goto('/reports/exports')
  await row.getByRole('button', { name: 'Stop emailing “Refunds for the board”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop emails' }).click()
  await expect(row).toBeHidden()
})
