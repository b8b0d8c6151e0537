import { emptyStore } from '#contract/stores/settings.ts'
import { accessible, expect, nightly, people, signIn, test, unique, type Api } from './fixtures.ts'

const columns = ['sku', 'title', 'wholesale_price', 'quantity', 'manufacturer'] as const

/** @param sku how its SKUs begin: a store has one of each SKU, whichever supplier’s came first */
async function selling(api: Api, sku = 'P') {
  const made = await api.makeSelling(
    columns,
    Array.from({ length: 12 }, (_, i) => [
      `${sku}-${i}`,
      `Product ${i}`,
      `${10 + i}.00`,
      5,
      i < 6 ? 'Acme' : 'Other',
    ]),
  )
  return { ...made, path: `/vendors/view/${made.vendor_id}/price_rules` }
}

test('a rule shows its effect on all prices before saving, and explains a single price', async ({
  page,
  api,
}) => {
  const { path, name, params } = await selling(api)
  await signIn(page, people.support, path)
  await expect(page.getByText('No price rules yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('group', { name: /^Rule/ })
  await expect(rule.getByLabel('Percentage')).toBeFocused()
  await rule.getByLabel('Percentage').fill('50')
  await rule.getByRole('combobox', { name: 'Supplier' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expect(page.getByText(/^[\d,]+ prices: 12 new\./)).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Price rules saved')).toBeVisible()
  const { rules } = await api.call('listPriceRules', { params })
  expect(rules).toMatchObject([{ markup_type_id: 2, markup_value: '0.5' }])

  // below the cost: that is said before, with the products
  await rule.getByRole('combobox', { name: 'Price', exact: true }).click()
  await page.getByRole('option', { name: 'Fixed $' }).click()
  await rule.getByLabel('Amount').fill('12.00')
  await expect(page.getByText(/12 down/)).toBeVisible()
  await expect(page.getByText(/9 below cost/)).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Price changes' }).getByText('Below cost').click()
  const losses = page.getByRole('table', { name: 'Below cost' })
  await losses.getByRole('row').nth(1).click()
  const why = page.getByRole('region', { name: /^Price breakdown of P-11/ })
  await expect(why).toContainText('Fixed price $12')
  await expect(why).toContainText('$9 below cost')
  await expect(why.getByRole('caption')).toContainText('$31.50')
  await expect(why).toContainText('column “wholesale_price”: 21.00, run')
  await accessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(why).toContainText('Markup 50%')
})

test.describe('invalid values', () => {
  test.use({ expected: [/400/] })
  test('an invalid rule marks its field, and nothing is saved', async ({ page, api }) => {
    const { path, params } = await selling(api)
    await signIn(page, people.support, path)
    await page.getByRole('button', { name: 'Add rule' }).click()
    const rule = page.getByRole('group', { name: /^Rule/ })
    await rule.getByLabel('Percentage').fill('a lot')
    await rule.getByLabel('Minimum margin').fill('100')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(rule.getByLabel('Percentage')).toHaveAttribute('aria-invalid', 'true')
    await expect(rule.getByText('Enter less than 100%')).toBeVisible()
    expect((await api.call('listPriceRules', { params })).rules).toEqual([])
  })
})

const percentRule = { markup_type_id: 2, markup_value: '0.5' }

test(
  'an invalid entry is marked at once, and nothing is calculated until everything is complete',
  nightly,
  async ({ page, api }) => {
    const { path } = await selling(api)
    await signIn(page, people.support, path)
    const told = page.getByText('Complete every rule and rate to see a preview')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await expect(told).toBeVisible()
    const rule = page.getByRole('group', { name: /^Rule/ })
    await rule.getByLabel('Percentage').fill('50')
    await expect(page.getByText(/\d new\./)).toBeVisible()

    await rule.getByRole('combobox', { name: 'Price', exact: true }).click()
    await page.getByRole('option', { name: 'Tiered % Markup' }).click()
    await rule.getByLabel('Tier 1: markup').fill('50')
    for (const [tier, from] of [
      [2, '5'],
      [3, '-10'],
    ] as const) {
      await rule.getByRole('button', { name: 'Add tier' }).click()
      await rule.getByLabel(`Tier ${tier}: cost from`).fill(from)
      await rule.getByLabel(`Tier ${tier}: markup`).fill('40')
    }
    const third = rule.getByLabel('Tier 3: cost from')
    await expect(third).toHaveAttribute('aria-invalid', 'true')
    await expect(rule.getByLabel('Tier 2: cost from')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(told).toBeVisible()
    await expect(page.getByText(/No changes to .* prices|\d new\./)).toHaveCount(0)
    await accessible(page)
    await third.fill('20')
    await expect(third).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(/\d new\./)).toBeVisible()
  },
)

test(
  'changing the selling currency requires the missing rates, and never compares dollars with pounds',
  nightly,
  async ({ page, api }) => {
    const rows = Array.from({ length: 3 }, (_, i) => [`C-${i}`, `Product ${i}`, '10.00', 5, 'Acme', 'USD'])
    const { vendor_id, params } = await api.makeSelling([...columns, 'currency'], rows)
    const set = { currency_id: 1, rules: [percentRule], rates: [] }
    await api.call('savePriceRules', { params, body: set })
    await signIn(page, people.support, `/vendors/view/${vendor_id}/price_rules`)
    const sellIn = async (code: string) => {
      await page.getByRole('combobox', { name: 'Selling currency' }).click()
      await page.getByRole('option', { name: code }).click()
    }
    await sellIn('GBP')
    await expect(page.getByText(/\d lost\./)).toBeVisible()
    await page.getByRole('button', { name: 'Add rate for USD' }).click()
    await page.getByLabel('Exchange rate for USD').fill('0.8')
    await expect(page.getByText(/^[\d,]+ prices: .* converted to GBP\./)).toBeVisible()
    const moved = page.getByRole('table', { name: 'Largest decreases' })
    await expect(moved.getByRole('row').nth(1)).toContainText('$15')
    await expect(moved.getByRole('row').nth(1)).toContainText('£12')
    await accessible(page)
    await sellIn('USD')
    await expect(page.getByText('This is the selling currency and needs no rate')).toBeVisible()
    await expect(page.getByText('Complete every rule and rate to see a preview')).toBeVisible()
  },
)

test('brand and category suggestions show how many products have them', nightly, async ({ page, api }) => {
  const { path, name } = await selling(api)
  await signIn(page, people.support, path)
  await page.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('group', { name: /^Rule/ })
  await rule.getByRole('combobox', { name: 'Supplier' }).fill(name)
  await page.getByRole('option', { name }).click()
  const brand = rule.getByLabel('Brand')
  await brand.fill('ac')
  await expect(page.getByRole('option')).toHaveText(['Acme 6 products'])
  await accessible(page)
  await brand.press('ArrowDown')
  await brand.press('Enter')
  await expect(brand).toHaveValue('Acme')
  // who types and chooses faster than the answer comes gets nothing else than what was typed
  await brand.fill('')
  await expect(page.getByRole('option')).toHaveText(['Acme 6 products', 'Other 6 products'])
  await page.route(/price-rules\/names.*q=oth/, () => {})
  await brand.fill('oth')
  await brand.press('ArrowDown')
  await brand.press('Enter')
  await expect(brand).toHaveValue('Other')
  // what no supplier calls so may be typed all the same
  await brand.fill('Nobody')
  await rule.getByLabel('Percentage').fill('50')
  await expect(brand).toHaveValue('Nobody')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a rule says how many products it prices, and why if it prices none', nightly, async ({ page, api }) => {
  const { path, params, dropshipper_id } = await selling(api)
  const rules = ['', 'Acme', 'Other', 'Nobody'].map((brand) => ({ ...percentRule, brand, dropshipper_id }))
  await api.call('savePriceRules', { params, body: { currency_id: 1, rates: [], rules } })
  await signIn(page, people.support, path)
  const rows = page.locator('.rules > li')
  await expect(rows.filter({ hasText: 'brand Acme' })).toContainText('6 products')
  await expect(rows.filter({ hasText: 'brand Nobody' })).toContainText('no products match')
  await expect(rows.last()).toContainText('0 products')
  await expect(rows.last()).toContainText('rules 1 and 2 override it')
  await accessible(page)
})

test(
  'the percent change stays visible, and a product can be found by keyboard alone',
  nightly,
  async ({ page, api }) => {
    const { path, params, dropshipper_id } = await selling(api)
    const rule = { ...percentRule, dropshipper_id }
    await api.call('savePriceRules', { params, body: { currency_id: 1, rates: [], rules: [rule] } })
    await signIn(page, people.support, path)
    await page.locator('.rule-head').first().click()
    await page.getByLabel('Percentage').fill('60')
    const moved = page.getByRole('table', { name: 'Largest increases' })
    for (const width of [1440, 1250, 800, 480]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(moved.getByRole('columnheader', { name: 'SKU' })).toBeVisible()
      await expect(moved.getByRole('columnheader', { name: 'Change' })).toBeVisible()
      await expect(moved).toContainText('+6.7%')
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const box = page.getByRole('textbox', { name: 'Search products' })
    const found = page.getByRole('listbox', { name: 'Products found' })
    await box.fill('Product')
    await expect(found.getByRole('option').nth(1)).toBeVisible()
    const second = (await found.getByRole('option').nth(1).locator('.mono').textContent())!
    await expect(found.getByRole('option').first()).toHaveAttribute('data-combobox-selected', 'true')
    await accessible(page)
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page.getByRole('region', { name: `Price breakdown of ${second}` })).toBeVisible()
    await expect(found).toBeHidden()
    await expect(box).toBeFocused()
  },
)

test(
  'tiers stay aligned when one has an error, and a rule can be copied for another scope',
  nightly,
  async ({ page, api }) => {
    const { path, params, dropshipper_id } = await selling(api)
    const tiers = [
      { from: '0', value: '0.6' },
      { from: '12', value: '0.4' },
      { from: '15', value: '0.3' },
    ]
    const rule = { markup_type_id: 4, tiers, brand: 'Acme', dropshipper_id }
    await api.call('savePriceRules', { params, body: { currency_id: 1, rates: [], rules: [rule] } })
    await signIn(page, people.support, path)
    // what it is of is whole, however long what it does is
    const scope = page.locator('.rule-head > .scope')
    await expect(scope).toContainText('brand Acme')
    expect(await scope.evaluate((of) => of.scrollWidth <= of.clientWidth)).toBe(true)
    await page.getByRole('button', { name: /^Copy rule .*brand Acme/ }).click()
    const copy = page.getByRole('group', { name: /^Rule/ })
    await expect(copy.getByLabel('Brand')).toBeFocused()
    await expect(copy.getByText('Another rule has the same scope')).toBeVisible()
    await copy.getByLabel('Brand').fill('Other')
    await copy.getByLabel('Tier 3: cost from').fill('11')
    await expect(copy.getByText('Enter a higher cost than in the previous tier')).toBeVisible()
    const box = async (label: string) => (await copy.getByLabel(label).boundingBox())!
    const [right, wrong] = [await box('Tier 2: markup'), await box('Tier 3: markup')]
    expect([wrong.x, wrong.width]).toEqual([right.x, right.width])
    await accessible(page)
    await copy.getByLabel('Tier 3: cost from').fill('20')
    await expect(page.getByText(/\b6 new\./)).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/Price rules saved/)).toBeVisible()
    const { rules } = await api.call('listPriceRules', { params })
    expect(rules.map(({ brand, tiers: of }) => [brand, of.at(-1)?.from])).toEqual(
      expect.arrayContaining([
        ['Acme', '15'],
        ['Other', '20'],
      ]),
    )
  },
)

test(
  'a change that would need approval at a store’s next update says so before and after saving',
  nightly,
  async ({ page, api }) => {
    const sku = unique()
    const { path, params, dropshipper_id, vendor_id } = await selling(api, sku)
    const rules = [{ ...percentRule, dropshipper_id }]
    const set = { currency_id: 1, rates: [], rules }
    await api.call('savePriceRules', { params, body: set })
    const name = `Shop ${unique()}`
    const storage_folder = unique().toLowerCase()
    const { vendor_store_id } = await api.call('saveStore', {
      params: { vid: vendor_id },
      body: {
        store: { ...emptyStore, market_id: 34, vendor_store_name: name, protocol: 'storage', storage_folder },
      },
    })
    const body = { vendor_store_id, kind: 'changed' } as const
    await api.call('beginStoreUpdate', { params, body })
    const states = async () =>
      (await api.call('listSentUpdates', { params, query: { vendor_store_id } })).map(({ state }) => state)
    await expect.poll(states, { timeout: 60_000 }).toContain('sent')

    await signIn(page, people.support, path)
    await page.locator('.rule-head').first().click()
    await page.getByLabel('Percentage').fill('200')
    await expect(page.getByRole('list', { name: 'Changes by store' })).toContainText(
      `${name}: 12 products: 12 up`,
    )
    await expect(
      page.getByText(new RegExp(`The update for ${name} will need approval: 12 of 12`)),
    ).toBeVisible()
    await accessible(page)
    await page.locator('.weighed[aria-busy=false]').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(
      page.getByText(new RegExp(`Price rules saved. .*${name}.* will need approval`)),
    ).toBeVisible()

    await api.call('beginStoreUpdate', { params, body })
    await expect.poll(states, { timeout: 60_000 }).toContain('held')
    await page.getByRole('textbox', { name: 'Search products' }).fill(`${sku}-3`)
    await page
      .getByRole('option', { name: `${sku}-3` })
      .first()
      .click()
    const why = page.getByRole('region', { name: /^Price breakdown/ })
    const shown = why.getByRole('row', { name: new RegExp(name) })
    await expect(shown).toContainText('$19.50')
    await expect(shown).toContainText('is held for approval')
    await shown.getByRole('link', { name: /^Update \d+$/ }).click()
    await expect(page).toHaveURL(/\/stores\/\d+\?update=\d+$/)
    await expect(page.getByRole('table', { name: 'Updates' })).toContainText('Held')

    // who looks after all users finds it, and is led to the decision by keys alone
    await page.goto('/reports/update-failures?of=stores')
    await expect(page.getByText('Stores that are stopped, held, or failing.')).toBeVisible()
    await page.getByRole('row', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Update \d+ needs approval\. Nothing is sent/)).toBeVisible()
    const details = page.getByRole('region', { name: /^Update \d+$/ })
    await expect(details).toContainText('Held for approval')
    await accessible(page)
    // what was decided stays open: one sees what becomes of it
    await details.getByRole('button', { name: 'Approve…' }).click()
    const asks = page.getByRole('dialog', { name: /^Approve held update/ })
    await asks.getByLabel('Reason').fill('The user wants it so')
    await asks.getByRole('button', { name: 'Approve update' }).click()
    await expect(details).toContainText('12 products sent', { timeout: 40_000 })
    await expect(details).toContainText('The user wants it so')
  },
)
