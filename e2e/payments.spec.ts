import type { Page } from '@playwright/test'
import { accessible, Api, expect, nightly, openSession, people, signIn, test, unique } from './fixtures.ts'

const historyOf = (vendor_id: number, query = '') => `/vendors/view/${vendor_id}/billing_history${query}`
/** A user whose card works and who owes nothing, that the tests of the other worker leave alone. */
async function payer(api: Api, page: number) {
  const { vendors } = await api.call('searchVendors', {
    body: { all: true, sort: 'oldest', status: [1], page },
  })
  for (const vendor of vendors.filter((_, i) => i % 2 === test.info().parallelIndex % 2)) {
    const params = { vendor_id: vendor.vendor_id }
    const { card, balance, under_way, waiting } = await api.call('getVendorPayments', { params })
    if (
      / (4242|4444)$/.test(card?.text ?? '') &&
      balance === '0.00' &&
      under_way.length + waiting.length === 0
    )
      return vendor
  }
  throw new Error('no user of the demonstration pays by card')
}
const charged = (page: Page, what: string) =>
  page.getByRole('table', { name: 'Charges' }).getByRole('row').filter({ hasText: what })

test('a vendor is charged manually once, gets an invoice, and is partly refunded', async ({ page, api }) => {
  const { vendor_id, company } = await payer(api, 3)
  const what = `Set-up ${unique()}`
  await signIn(page, people.finance, historyOf(vendor_id))
  await page.getByRole('button', { name: 'Manual charge…' }).click()
  const charge = page.getByRole('dialog', { name: `Manual charge for ${company}` })
  await charge.getByRole('button', { name: /^Charge( \$|$)/ }).click()
  await expect(charge.getByRole('alert')).toHaveText('Fix the errors listed in red and try again')
  await expect(charge.getByText('Enter a description')).toBeVisible()
  await charge.getByRole('textbox', { name: 'Description' }).fill(what)
  await charge.getByRole('textbox', { name: 'Amount' }).fill('0.20')
  await expect(charge.getByText('The card must be charged at least $0.50')).toBeVisible()
  await charge.getByRole('textbox', { name: 'Amount' }).fill('120')
  const told = charge.getByRole('status')
  await expect(told).toContainText('is charged $120')
  await charge.getByRole('checkbox', { name: 'Update next charge date' }).check()
  await expect(told).toContainText(/Next charge\$[\d.,]+ on [\d/]+ → \$[\d.,]+ on [\d/]+/)
  await charge.getByRole('checkbox', { name: 'Update next charge date' }).uncheck()
  await expect(told).toContainText(/Next charge\$[\d.,]+ on [\d/]+, no change/)
  await accessible(page)
  await charge.getByRole('button', { name: /^Charge( \$|$)/ }).dblclick()
  await expect(page.getByText('$120 charged', { exact: true })).toBeVisible()
  await expect(charged(page, what)).toHaveCount(1)

  const coming = page.waitForEvent('download')
  await charged(page, what)
    .getByRole('link', { name: /^INV-\d{6}$/ })
    .click()
  expect((await coming).suggestedFilename()).toMatch(/^INV-\d{6}\.pdf$/)

  await charged(page, what).getByRole('button', { name: 'Refund…' }).click()
  const part = page.getByRole('dialog', { name: `to ${company}` })
  const amount = part.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('')
  // nothing is refunded by an act without an amount, nor everything without a second look
  await page.keyboard.press('Control+Enter')
  await expect(part.getByText('Enter an amount')).toBeVisible()
  await expect(part.getByText('You must leave a note to provide a refund')).toBeVisible()
  await part.getByRole('textbox', { name: 'Note' }).fill('All of it')
  await amount.fill('120')
  await page.keyboard.press('Control+Enter')
  await expect(part.getByText('Confirm the full refund')).toBeVisible()
  await part.getByRole('textbox', { name: 'Amount' }).fill('120.01')
  // told as the field is left, before anything is sent
  await page.keyboard.press('Tab')
  await expect(part.getByText('At most $120, the amount not yet refunded')).toBeVisible()
  await part.getByRole('textbox', { name: 'Amount' }).fill('20')
  await part.getByRole('textbox', { name: 'Note' }).fill('Agreed by phone')
  const effects = part.getByRole('table', { name: 'Effects of the refund' })
  await expect(effects.getByRole('row', { name: 'Paid and kept $120.00 $100.00' })).toBeVisible()
  await expect(effects.getByRole('row', { name: 'Back on the card $0.00 $20.00' })).toBeVisible()
  await accessible(page)
  await part.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(charged(page, `Refund of ${what}`)).toContainText('CN-')
  await expect(charged(page, `Refund of ${what}`)).toContainText('−$20.00')
  await expect(charged(page, what).filter({ hasText: '$20 refunded' })).toHaveCount(1)
  // the rest is given back as what is left
  await charged(page, what).getByRole('button', { name: 'Refund…' }).click()
  await expect(part.getByText(`$100 not yet refunded of $120 for ${what}`)).toBeVisible()
  await part.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(historyOf(vendor_id, '?type=3'))
  await expect(page.getByRole('group', { name: 'Filter Type' })).toContainText('Refund')
  await expect(charged(page, `Refund of ${what}`)).toHaveCount(1)
  await expect(charged(page, '$20 refunded')).toHaveCount(0)
  await accessible(page)
})

test('a declined card is reported with its reason, for a charge and for open invoices', async ({
  page,
  api,
}) => {
  const { vendors } = await api.call('searchVendors', { body: { all: true, sort: 'oldest', status: [2] } })
  const { vendor_id } = vendors[test.info().parallelIndex]!
  const what = `Support ${unique()}`
  const reason = 'Charge failed! Reason : Your card was declined.'
  await signIn(page, people.finance, historyOf(vendor_id))
  await page.getByRole('button', { name: 'Manual charge…' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('textbox', { name: 'Description' }).fill(what)
  await modal.getByRole('textbox', { name: 'Amount' }).fill('5')
  await modal.getByRole('button', { name: /^Charge( \$|$)/ }).click()
  await expect(modal.getByRole('alert')).toHaveText(reason)
  await expect(modal.getByRole('textbox', { name: 'Description' })).toHaveValue(what)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(charged(page, what)).toContainText('The bank declined without a reason')

  await expect(page.getByRole('table', { name: 'Open invoices' })).toContainText('INV-')
  await page.getByRole('button', { name: 'Retry payment…' }).click()
  await modal.getByRole('button', { name: 'Retry payment' }).click()
  await expect(modal.getByRole('alert')).toHaveText(reason)
})

async function fillCharge(page: Page, what: string, amount: string) {
  await page.getByRole('button', { name: 'Manual charge…' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('textbox', { name: 'Description' }).fill(what)
  await modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  return { modal, charge: modal.getByRole('button', { name: /^Charge( \$|$)/ }) }
}

test.describe('when the response is lost', () => {
  test.use({ expected: [/net::ERR_FAILED/] })
  test('the same charge is sent again and made only once', nightly, async ({ page, api }) => {
    const { vendor_id } = await payer(api, 9)
    const what = `Set-up ${unique()}`
    await signIn(page, people.finance, historyOf(vendor_id))
    const { modal, charge } = await fillCharge(page, what, '30')
    await page.route('**/manual-charge', async (route) => {
      await route.fetch()
      await route.abort()
      await page.unroute('**/manual-charge')
    })
    await charge.click()
    await expect(modal.getByText(/^We didn’t get a response/)).toBeVisible()
    await expect(modal.getByRole('textbox', { name: 'Amount' })).toBeDisabled()
    // closed, loaded again and opened again it is still the same charge
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Manual charge…' }).click()
    await expect(modal.getByText(/^We didn’t get a response/)).toBeVisible()
    await expect(modal.getByRole('textbox', { name: 'Description' })).toHaveValue(what)
    await charge.click()
    await expect(page.getByText('$30 charged', { exact: true })).toBeVisible()
    await expect(charged(page, what)).toHaveCount(1)
    // what has its answer isn't kept: the next one begins blank
    await page.getByRole('button', { name: 'Manual charge…' }).click()
    await expect(modal.getByRole('textbox', { name: 'Description' })).toHaveValue('')
  })
})

test(
  'money the gateway hasn’t confirmed shows as under way, and nothing more is charged',
  nightly,
  async ({ page, api, browser }) => {
    const vendor = await payer(api, 11)
    const context = await browser.newContext()
    await openSession(context, vendor.email)
    const customer = new Api(context.request)
    const { contact } = await customer.call('getBillingInformation', {})
    await customer.call('saveBillingInformation', {
      body: {
        contact: { ...contact, zip: contact.zip || '33602' },
        credit_card: {
          name_on_card: 'Pat Payer',
          card_num: '4000009900000012',
          card_type_id: 1,
          exp_month: 12,
          exp_year: new Date().getFullYear() + 2,
          cvc: '123',
        },
      },
    })
    await context.close()
    await signIn(page, people.finance, historyOf(vendor.vendor_id))
    const what = `Set-up ${unique()}`
    await (await fillCharge(page, what, '40')).charge.click()
    await expect(page.getByText('Manual charge of $40')).toBeVisible()
    await expect(page.getByText('Waiting for the gateway. We keep checking.')).toBeVisible()
    await expect(charged(page, what)).toHaveCount(0)
    await accessible(page)
  },
)

test(
  'a preview shows each line’s full name, however long, and keeps its amount visible',
  nightly,
  async ({ page, api }) => {
    const { vendor_id } = await payer(api, 3)
    await signIn(page, people.finance, historyOf(vendor_id))
    const what = `Importing 40,000 products of three suppliers ${unique()} `.repeat(3).slice(0, 199)
    const { modal } = await fillCharge(page, what, '50')
    const lines = modal.getByRole('table', { name: 'Invoice' })
    await expect(lines).toContainText(what.trim())
    const inside = (await modal.boundingBox())!
    const table = (await lines.boundingBox())!
    expect(table.x + table.width).toBeLessThanOrEqual(inside.x + inside.width)
  },
)

test('going back from a dialog with typed values asks for confirmation', nightly, async ({ page, api }) => {
  const { vendor_id } = await payer(api, 3)
  await signIn(page, people.finance, historyOf(vendor_id))
  await page.getByRole('tab', { name: 'Billing Plan' }).click()
  await page.getByRole('tab', { name: 'Billing History' }).click()
  const what = `Set-up ${unique()}`
  const { modal } = await fillCharge(page, what, '30')
  await page.goBack()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leave.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await accessible(page)
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await expect(modal.getByRole('textbox', { name: 'Description' })).toHaveValue(what)
  await page.goBack()
  await leave.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/billing_plan/)
  await expect(modal).toHaveCount(0)
})

test('a charge’s preview isn’t requested while the charge is being made', nightly, async ({ page, api }) => {
  const { vendor_id } = await payer(api, 3)
  await signIn(page, people.finance, historyOf(vendor_id))
  let weighed = 0
  await page.route('**/manual-charge/effects', (route) => (weighed++, route.continue()))
  await page.route('**/manual-charge', async (route) => {
    await new Promise((over) => setTimeout(over, 1500))
    await route.continue()
  })
  const what = `Set-up ${unique()}`
  const { charge } = await fillCharge(page, what, '30')
  await charge.click()
  await expect(charged(page, what)).toHaveCount(1)
  expect(weighed).toBe(0)
})

test.describe('while a payment is under way', () => {
  test.use({ expected: [/409 \(Conflict\)/] })
  test(
    'a preview says so once, blocks the charge, and shows its effect once it becomes possible',
    nightly,
    async ({ page, api }) => {
      const { vendor_id } = await payer(api, 3)
      await signIn(page, people.finance, historyOf(vendor_id))
      const text = 'A charge of $75 is pending at the gateway'
      await page.route('**/manual-charge/effects', (route) =>
        route.fulfill({ status: 409, json: { error: { code: 'conflict', message: text } } }),
      )
      const { modal, charge } = await fillCharge(page, `Set-up ${unique()}`, '30')
      await expect(modal.getByText(text)).toHaveCount(1)
      await expect(charge).toBeDisabled()
      await expect(modal.getByText('Not possible right now')).toBeVisible()
      await accessible(page)
      await page.unroute('**/manual-charge/effects')
      await expect(modal.getByRole('status')).toContainText('is charged $30')
      await expect(charge).toBeEnabled()
      await expect(modal.getByText(text)).toHaveCount(0)
    },
  )
  test(
    'a charge higher than shown says so, and shows the new amount before the next click',
    nightly,
    async ({ page, api }) => {
      const { vendor_id } = await payer(api, 3)
      await signIn(page, people.finance, historyOf(vendor_id))
      await page.route('**/manual-charge/effects', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), card_asked: '25.00' } })
      })
      const what = `Set-up ${unique()}`
      const { modal, charge } = await fillCharge(page, what, '30')
      await expect(modal.getByRole('status')).toContainText('is charged $25')
      await page.unroute('**/manual-charge/effects')
      await charge.click()
      await expect(page.getByText('The card would now be charged $30 instead of $25')).toBeVisible()
      await expect(modal.getByRole('status')).toContainText('is charged $30')
      await charge.click()
      await expect(charged(page, what)).toHaveCount(1)
    },
  )
})

test(
  'a refund says what was credited for unused days already, and what would be refunded twice',
  nightly,
  async ({ page, api }) => {
    const { vendor_id, company } = await payer(api, 5)
    await signIn(page, people.finance, historyOf(vendor_id, '?type=1&state=success'))
    await page.route('**/refund/effects', async (route) => {
      const answer = await route.fetch()
      const { offered, ...told } = await answer.json()
      const { amount } = route.request().postDataJSON()
      const rest = Number(offered) - 10
      const came_off = [{ amount: '10.00', number: 'INV-000001' }]
      const twice = Math.max(0, Number(amount) - rest).toFixed(2)
      await route.fulfill({ response: answer, json: { ...told, came_off, twice, offered: rest.toFixed(2) } })
    })
    await page.getByRole('button', { name: 'Refund…' }).first().click()
    const refund = page.getByRole('dialog', { name: `to ${company}` })
    const amount = refund.getByRole('textbox', { name: 'Amount' })
    await amount.fill('5')
    await expect(
      refund.getByText('$10 for unused days of this charge was already credited on INV-000001.'),
    ).toBeVisible()
    const twice = refund.getByText('it would be returned twice')
    await expect(twice).toHaveCount(0)
    // the last of the usual amounts is all that is left
    await amount.press('ArrowUp')
    await amount.press('ArrowUp')
    await refund.getByRole('group', { name: 'Usual amounts' }).getByRole('button', { name: /^All / }).click()
    await expect(twice).toContainText('$10 of this refund')
  },
)

test(
  'a refund that leaves nothing offers to cancel the account, and says what ends',
  nightly,
  async ({ page, api }) => {
    const { vendor_id, company } = await payer(api, 5)
    await signIn(page, people.finance, historyOf(vendor_id, '?type=1&state=success'))
    await page.getByRole('button', { name: 'Refund…' }).first().click()
    const refund = page.getByRole('dialog', { name: `to ${company}` })
    const ends = refund.getByText(/choose whether to cancel the subscriptions/)
    const amount = refund.getByRole('textbox', { name: 'Amount' })
    await refund.getByRole('button', { name: /^All / }).click()
    await expect(ends).toBeVisible()
    const whole = await amount.inputValue()
    await amount.fill('0.50')
    await amount.blur()
    await expect(refund.getByText('At least $1.00')).toBeVisible()
    await expect(ends).toHaveCount(0)
    await amount.fill((Number(whole) - 0.5).toFixed(2))
    const stuck = refund.getByText('The remaining $0.50 can’t be refunded later')
    await expect(stuck).toBeVisible()
    await amount.fill(whole)
    await expect(ends).toBeVisible()
    await expect(stuck).toHaveCount(0)
    await refund.getByRole('textbox', { name: 'Note' }).fill('It never worked for them')
    await refund.getByRole('checkbox', { name: /^Refund everything/ }).check()
    await refund.getByRole('button', { name: /^Refund \$/ }).click()
    const cancel = page.getByRole('dialog', {
      name: `Cancel subscriptions of ${company}`,
    })
    await expect(cancel.getByText(/is canceled. No further charges/)).toBeVisible()
    await accessible(page)
    // what is put off is still offered
    await cancel.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('button', { name: 'Cancel subscriptions…' }).click()
    await cancel.getByRole('button', { name: 'Cancel subscriptions' }).click()
    await expect(page.getByText('Nothing due')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cancel subscriptions/ })).toHaveCount(0)
  },
)

test('an amount above the limit waits for another person, who approves it', async ({ page, api }) => {
  const { vendor_id } = await payer(api, 7)
  const what = `Custom work ${unique()}`
  await signIn(page, people.finance, historyOf(vendor_id))
  await page.getByRole('button', { name: 'Manual charge…' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('textbox', { name: 'Description' }).fill(what)
  await modal.getByRole('textbox', { name: 'Amount' }).fill('1000.01')
  await expect(modal.getByText(/^Above the \$[\d,]+ limit\. Another person must approve it\.$/)).toBeVisible()
  await expect(modal.getByRole('button', { name: /^Charge( \$|$)/ })).toHaveCount(0)
  await modal.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  await expect(page.getByText('Another person must approve your request.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve…' })).toHaveCount(0)
  await expect(charged(page, what)).toHaveCount(0)

  await signIn(page, people.manager, historyOf(vendor_id))
  // what can't be done now can't be agreed to
  const effects = '**/api/money-approval/*/effects'
  await page.route(effects, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...(await response.json()), faults: { amount: 'It has no card' } },
    })
  })
  await page.getByRole('button', { name: 'Approve…' }).click()
  await expect(modal.getByRole('status')).toContainText('It has no card')
  await expect(modal.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute(effects)
  await page.getByRole('button', { name: 'Approve…' }).click()
  await expect(modal).toContainText(`Requested by Fiona Finance: ${what}`)
  await expect(modal.getByRole('table', { name: 'Invoice' })).toContainText('$1,000.01')
  await expect(modal.getByRole('status')).toContainText(/is charged \$1,000\.01/)
  await accessible(page)
  await modal.getByRole('button', { name: 'Approve' }).click()
  await expect(charged(page, what)).toContainText('$1,000.01')
  await expect(page.getByText('No open invoices, pending payments or approvals.')).toBeVisible()
})

test('support can’t move money, but can ask for a charge or a refund', async ({ page, api }) => {
  const { vendor_id } = await payer(api, 3)
  await signIn(page, people.support, historyOf(vendor_id))
  await expect(page.getByRole('button', { name: 'Manual charge…' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refund…' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Request charge…' }).click()
  const ask = page.getByRole('dialog', { name: /^Ask finance to charge / })
  await expect(ask.getByRole('button', { name: /^Ask finance to charge/ })).toBeVisible()
  await expect(ask.getByRole('textbox', { name: 'Reason' })).toBeVisible()
})

test(
  'a charge’s items can be read line by line without its PDF, also by keyboard',
  nightly,
  async ({ page, api }) => {
    const { vendor_id } = await payer(api, 7)
    await signIn(page, people.support, historyOf(vendor_id))
    const row = page
      .getByRole('table', { name: 'Charges' })
      .getByRole('row')
      .filter({ hasText: 'INV-' })
      .first()
    const number = await row.getByRole('link', { name: /^INV-/ }).innerText()
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/charge\/\d+$/)
    await expect(page.getByRole('table', { name: `Lines of ${number}` })).toContainText(/Total\$[\d,.]+$/)
    await accessible(page)
    await page.goBack()
    await expect(row).toBeFocused()
  },
)
