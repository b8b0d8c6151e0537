import type { Page } from '@playwright/test'
import { accessible, expect, nightly, people, signIn, test, unique } from './fixtures.ts'

async function type(page: Page, number: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Carla Customer')
  await page.getByLabel('Card number').fill(number)
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
  await choose(page, 'Expiration month', '12')
  await choose(page, 'Expiration year', String(new Date().getFullYear() + 3))
}
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
// one customer's card and contact: one test after another
test.describe.configure({ mode: 'default' })
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

// a phone by day: e2e/screens.spec.ts sees the screen at the other widths
for (const width of [375, 800, 1440])
  test(
    `a customer adds a new card at ${width} px`,
    width === 375 ? {} : nightly,
    async ({ page, expected }) => {
      expected.push(/400/)
      await page.setViewportSize({ width, height: 900 })
      await signIn(page, people.customer, '/account/billing-information')
      await expect(page.getByText(/^Your next charge is \$[\d.,]+ on /)).toBeVisible()
      await page.getByRole('button', { name: 'Use a different card' }).click()
      await expect(page.getByLabel('Name on card')).toBeFocused()
      await page.getByRole('button', { name: 'Save card' }).click()
      await toast(
        page,
        'Your billing information contains some errors, please fix the errors listed in red and try again',
      )
      await expect(page.getByText('Enter the card number')).toBeVisible()
      await expect(page.getByText('Choose a year')).toBeVisible()
      await accessible(page)
      await type(page, '4242 4242 4242 4241')
      // told by how the number begins
      await expect(page.getByRole('combobox', { name: 'Card type' })).toHaveValue('Visa')
      await page.getByRole('button', { name: 'Save card' }).click()
      await toast(page, 'Sorry, the credit card details you specified are not valid')
      await expect(page.getByText('Your card number is incorrect.')).toBeVisible()
      await page.getByLabel('Card number').fill('5555 5555 5555 4444')
      await page.getByRole('button', { name: 'Save card' }).click()
      await toast(page, 'Your billing information has been updated!')
      await expect(page.getByText('Mastercard 4444')).toBeVisible()
      await page.getByRole('button', { name: 'Use a different card' }).click()
      await expect(page.getByLabel('Card number')).toHaveValue('')
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrollWidth).toBeLessThanOrEqual(width)
      await accessible(page)
    },
  )

test(
  'on a phone the card comes first with its button right below it, and a wrong security code is reported at its field',
  nightly,
  async ({ page, expected }) => {
    expected.push(/400/)
    await page.setViewportSize({ width: 375, height: 800 })
    await signIn(page, people.customer, '/account/billing-information')
    const top = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())!.y
    expect(await top('Card and billing contact')).toBeLessThan(await top('Next charge'))
    // by which a phone shows the keys that are needed
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Phone')).toHaveAttribute('type', 'tel')
    await page.getByRole('button', { name: 'Use a different card' }).click()
    await type(page, '4000 0000 0000 0127')
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByRole('textbox', { name: 'Security code' })).toHaveAccessibleDescription(
      /security code is incorrect/,
    )
  },
)

test(
  'offers ten years and four card types, and saves the billing contact alone',
  nightly,
  async ({ page }) => {
    await signIn(page, people.customer, '/account/billing-information')
    await page.getByRole('button', { name: 'Use a different card' }).click()
    const thisYear = new Date().getFullYear()
    await page.getByRole('combobox', { name: 'Expiration year' }).click()
    await expect(page.getByRole('option')).toHaveText(
      Array.from({ length: 10 }, (_, i) => String(thisYear + i)),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Card type' }).click()
    await expect(page.getByRole('option')).toHaveText(['Visa', 'Mastercard', 'Amex', 'Discover'])
    await page.keyboard.press('Escape')
    await page.getByLabel('Card number').fill('4242 4242')
    await page.getByRole('button', { name: /^Keep / }).click()
    await page.getByRole('button', { name: 'Use a different card' }).click()
    await expect(page.getByLabel('Card number')).toHaveValue('')
    await page.getByRole('button', { name: /^Keep / }).click()
    const city = `Salem ${unique()}`
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.getByLabel('City').fill(city)
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Help' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await page.getByRole('button', { name: 'Save billing contact' }).click()
    await toast(page, 'Your billing information has been updated!')
    await page.reload()
    await expect(page.getByText(city)).toBeVisible()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByLabel('City')).toHaveValue(city)
    await page.getByRole('button', { name: 'Save billing contact' }).click()
    await toast(page, 'You haven’t changed your billing contact')
  },
)

test('an invoice can be downloaded as a PDF', nightly, async ({ page }) => {
  await signIn(page, people.customer, '/account/billing-information')
  await page.setViewportSize({ width: 375, height: 800 })
  const invoice = page.getByRole('link', { name: /^INV-/ }).first()
  await expect.poll(async () => (await invoice.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  // columns leave by themselves; none is chosen as in the back-office
  const table = page.getByRole('table', { name: 'Invoices' })
  await expect(table.getByRole('columnheader', { name: 'For' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Columns/ })).toHaveCount(0)
  const file = page.waitForEvent('download')
  await invoice.click()
  expect((await file).suggestedFilename()).toMatch(/^INV-\d+\.pdf$/)
  const older = await page.getByRole('button', { name: 'next page' }).boundingBox()
  expect([older!.width, older!.height]).toEqual([44, 44])
})

test('a typed card number never reaches browser storage or the address', async ({ page }) => {
  await signIn(page, people.customer, '/account/billing-information')
  await page.getByRole('button', { name: 'Use a different card' }).click()
  await type(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Save card' }).click()
  await toast(page, 'Your billing information has been updated!')
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      location.href,
      history.state,
    ]),
  )
  expect(kept).not.toContain('4242 4242')
})

test.describe('when the payment service’s fields don’t load', () => {
  test.use({ expected: [/js\.stripe\.com|content security policy/i] })
  test('saving a card says what is missing', async ({ page }) => {
    await page.route('**/api/account/billing-information*', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const answer = await route.fetch()
      const form = { kind: 'stripe', publishable_key: 'pk_test_none' }
      return route.fulfill({ json: { ...((await answer.json()) as object), card: null, form } })
    })
    await signIn(page, people.customer, '/account/billing-information')
    await expect(
      page.getByText('The card form couldn’t load because our payment service isn’t responding.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText('The card form hasn’t loaded yet.')).toBeVisible()
  })

  test('a failed confirmation isn’t reported as declined by the bank', nightly, async ({ page }) => {
    const begun: string[] = []
    page.on('request', (one) => one.url().includes('/payment-confirmation') && begun.push(one.url()))
    await page.route('**/api/account/billing-information*', async (route) => {
      const answer = await route.fetch()
      const form = { kind: 'stripe', publishable_key: 'pk_test_none' }
      return route.fulfill({ json: { ...((await answer.json()) as object), form } })
    })
    await page.route('**/api/account/billing', async (route) => {
      const answer = await route.fetch()
      const next_try = '2026-12-28'
      return route.fulfill({
        json: {
          ...((await answer.json()) as object),
          balance: '49.00',
          open_invoices: [
            {
              invoice_id: 1,
              number: 'INV-1',
              issued_on: '2026-12-25',
              total: '49.00',
              tries_left: 4,
              next_try,
            },
          ],
          refused: {
            tm: '2026-12-25T00:00:00Z',
            amount: '49.00',
            card: 'Visa 3184',
            reason: 'Authentication required.',
            remedy: 'confirm',
          },
        },
      })
    })
    await signIn(page, people.customer, '/account/billing-information')
    await expect(page.getByRole('heading', { name: 'Confirm your payment of $49' })).toBeVisible()
    await expect(page.getByText('declined')).toHaveCount(0)
    await page.getByRole('button', { name: 'Confirm payment' }).click()
    await toast(page, 'Our payment service isn’t responding. Try again in a minute')
    expect(begun).toEqual([])
  })
})
