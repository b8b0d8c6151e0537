import {
  accessible,
  accessibleInBothThemes,
  expect,
  nightly,
  people,
  plainColumns,
  plainRows,
  signIn,
  test,
  type Api,
} from './fixtures.ts'

// each makes several runs and looks at its screen in both themes
test.describe.configure({ timeout: 120_000 })

type Made = Awaited<ReturnType<Api['makeFeed']>>
const held = async (api: Api, supplier: Made, rows: Parameters<Api['upload']>[2]) => {
  await api.upload(supplier, plainColumns, rows)
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('held')
  return run
}
/** A feed of 60 products, of which a tenth is missing in the second file, which passes. */
async function withHistory(api: Api) {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(54))
  const small = await api.runFeed(supplier)
  expect(small.state).toBe('applied')
  return { supplier, small }
}

test('a held run is decided from the rows of each measure, beside the previous decision', async ({
  page,
  api,
}) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  const cents = plainRows(60).map((row, i) => (i < 20 ? [row[0]!, row[1]!, `${i + 1}50.00`, row[3]!] : row))
  const first = await held(api, supplier, cents)
  await api.call('discardRun', {
    params: { feed_run_id: first.feed_run_id },
    body: { reason: 'They sent cents' },
  })
  const run = await held(api, supplier, cents.slice(0, 40))
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await expect(page.locator('.verdict')).toContainText('exactly 100 times the previous value: in cents?')
  const measures = page.getByRole('table', { name: 'Checks' })
  const shown = page.getByRole('table', { name: 'Affected rows' })
  await measures.getByRole('row', { name: /20 wholesale prices are exactly 100 times/ }).click()
  await expect(shown.getByRole('row', { name: /P-0 / })).toContainText(/Wholesale price 1\.50.*150/)
  await expect(page).toHaveURL(/measure=powers_of_ten/)
  await measures.getByRole('row', { name: /20 of 60 products are missing/ }).click()
  const changed = page.getByRole('table', { name: 'Changed products' })
  await expect(changed.getByRole('row', { name: /P-40 / })).toContainText('Removed')
  await expect(changed).toHaveAttribute('aria-rowcount', '21')
  await expect(shown).toBeHidden()
  const missing = measures.getByRole('row', { name: /20 of 60 products are missing/ })
  await expect(missing).toContainText('33.3%')
  await expect(missing).toContainText('15.0%')
  await expect(missing).toContainText('default')
  await expect(missing).toContainText('2.2×')
  const alike = page.getByRole('table', { name: 'Earlier runs held for this reason' })
  await expect(alike.getByRole('row', { name: /They sent cents/ })).toContainText('Sasha Support')
  await accessibleInBothThemes(page)
})

test('a first file without its price is held, and its column is mapped with one button', async ({
  page,
  api,
}) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(20))
  const { feed_id } = supplier
  const feed = await api.call('getFeed', { params: { feed_id } })
  const { source, format, rules, one_time_threshold_percent, version } = feed
  const mapping = feed.mapping.filter((m) => m.field === 'sku' || m.field === 'quantity')
  await api.call('saveFeed', {
    params: { feed_id },
    body: {
      source,
      format,
      rules,
      one_time_threshold_percent,
      version,
      mapping: [...mapping, { field: 'manufacturer', from: 'title', transforms: [] }],
    },
  })
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('held')
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await expect(page.locator('.verdict')).toContainText('though “wholesale_price” looks like one')
  await accessible(page)
  await page.getByRole('link', { name: 'Map a title column' }).click()
  await expect(page.getByRole('row', { name: /^Title/ })).toBeVisible()
  await page.goto(`/feed-runs/${run.feed_run_id}`)
  await page.getByRole('button', { name: 'Use “wholesale_price” for the wholesale price' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/feed-runs/${run.feed_run_id}$`))
  await expect(page.locator('.verdict')).toContainText('No title is mapped: 20 products would have no title.')
  await expect(page.locator('.verdict')).not.toContainText('price')
})

test('a change approved as expected isn’t held the next time', nightly, async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  const run = await held(api, supplier, plainRows(40))
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await page.getByRole('button', { name: 'Approve…' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Reason').fill('The summer range has ended')
  await expect(modal.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await modal.getByRole('checkbox', { name: 'Products missing' }).check()
  await expect(modal.getByText('For 30 days, “Products missing” up to 36.66% won’t hold runs.')).toBeVisible()
  await expect(modal.getByText(/^until \d+\/\d+\/\d\d$/)).toBeVisible()
  // what can’t be stays as it was typed, and nothing is applied by it
  await modal.getByRole('textbox', { name: 'For' }).fill('400')
  await expect(modal.getByText('Enter a number from 1 to 365')).toBeVisible()
  await expect(modal.getByText('Enter a number of days from 1 to 365')).toBeVisible()
  await expect(modal.getByRole('button', { name: /^Approve \d/ })).toBeDisabled()
  await modal.getByRole('textbox', { name: 'For' }).fill('30')
  await accessibleInBothThemes(page)
  await modal.getByRole('button', { name: /^Approve \d/ }).click()
  await expect(page.locator('.status', { hasText: 'Applied' })).toBeVisible()
  await expect(
    page.getByText(/“Products missing” is expected up to 36\.66% until \d+\/\d+\/\d\d\./),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'All expected changes' })).toHaveAttribute(
    'href',
    `/suppliers/view/${supplier.dropshipper_id}/config#expected`,
  )

  await api.upload(supplier, plainColumns, plainRows(28))
  const next = await api.runFeed(supplier)
  expect(next.state).toBe('applied')
  await page.goto(`/feed-runs/${next.feed_run_id}`)
  await expect(page.getByRole('row', { name: /12 of 40 products are missing/ })).toContainText(
    /expected until \d+\/\d+\/\d\d/,
  )
})

test(
  'an expected change is withdrawn with a reason, and the next run is held again',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    const run = await held(api, supplier, plainRows(40))
    const params = { feed_run_id: run.feed_run_id }
    const expected = { measures: ['lost' as const], days: 30 }
    await api.call('applyRun', { params, body: { reason: 'The summer range has ended', expected } })
    await expect.poll(async () => (await api.call('getRun', { params })).state).toBe('applied')
    await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
    const modal = page.getByRole('dialog')
    const listed = page.getByRole('table', { name: 'Expected changes', exact: true })
    await expect(listed.getByRole('row', { name: /Products missing/ })).toContainText('36.66%')
    await page.getByRole('button', { name: 'End… Products missing' }).click()
    await modal.getByLabel('Reason').fill('The range is complete')
    await modal.getByRole('button', { name: 'End expected change' }).click()
    await expect(page.getByText('No expected changes')).toBeVisible()
    await page.getByRole('button', { name: 'Show 1 ended' }).click()
    await expect(page.getByRole('table', { name: 'Ended expected changes' })).toContainText(
      'Ended by Sasha Support',
    )
    await held(api, supplier, plainRows(20))
  },
)

test.describe('two people deciding at once', () => {
  test.use({ expected: [/409/] })
  test('the second person is notified and sees what the first decided', nightly, async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    const run = await held(api, supplier, plainRows(20))
    await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
    await page.getByRole('button', { name: 'Approve…' }).click()
    const modal = page.getByRole('dialog')
    await modal.getByLabel('Reason').fill('It looks right')
    const params = { feed_run_id: run.feed_run_id }
    await api.call('discardRun', { params, body: { reason: 'Half an export' } })
    await modal.getByRole('button', { name: /^Approve \d/ }).click()
    await expect(modal).toHaveCount(0)
    await expect(page.getByText(/^Sasha Support discarded this run at \d+:\d\d [ap]m\.$/)).toBeVisible()
    await expect(page.locator('.verdict')).toHaveText(
      'Discarded: nothing changed. Held because: 40 of 60 products are missing.',
    )
    await expect(page.getByText(/^Discarded by Sasha Support, .*: Half an export$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Review' })).toHaveCount(0)
  })
})

test(
  'dragging the threshold re-evaluates the last runs and saves nothing',
  nightly,
  async ({ page, api }) => {
    const { supplier, small } = await withHistory(api)
    const { feed_id } = supplier
    await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
    const tested = page.getByRole('region', { name: 'Recent runs with these limits' })
    await expect(tested.getByRole('status')).toHaveText('None of the last 2 checked runs would be held.')
    const slider = page.getByRole('slider', { name: 'Hold when missing products exceed' })
    await slider.focus()
    for (let i = 0; i < 8; i++) await slider.press('ArrowLeft')
    await expect(page.getByRole('textbox', { name: 'Hold when missing products exceed' })).toHaveValue('7')
    await expect(tested.getByRole('status')).toHaveText(
      `1 of the last 2 checked runs would be held (currently 0). Latest: run ${small.feed_run_id}, 6 of 60 products are missing.`,
    )
    const mark = tested.locator('rect.now-held')
    await expect(mark).toHaveCount(1)
    // a limit of its own wins over the threshold
    await page.getByRole('combobox', { name: 'Add a limit' }).click()
    await page.getByRole('option', { name: 'Products missing', exact: true }).click()
    await page.getByRole('textbox', { name: 'Products missing: hold above' }).fill('12')
    await expect(tested.getByRole('status')).toHaveText('None of the last 2 checked runs would be held.')
    await accessibleInBothThemes(page)
    const { rules } = await api.call('getFeed', { params: { feed_id } })
    expect([rules.threshold_percent, rules.limits]).toEqual([15, {}])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await api.call('getFeed', { params: { feed_id } })).rules.limits)
      .toEqual({ lost: { hold: 12 } })
    await expect(page.getByText('Feed settings saved')).toBeVisible()
    await tested.locator('svg').click({ position: { x: 16, y: 40 } })
    await expect(page).toHaveURL(new RegExp(`/feed-runs/${small.feed_run_id}$`))
  },
)

test(
  'a run that passed and was rolled back is in the gate’s report for the chosen number of days',
  nightly,
  async ({ page, api }) => {
    const { small } = await withHistory(api)
    const before = await api.call('reportGate', { query: { days: 7 } })
    const params = { feed_run_id: small.feed_run_id }
    await api.call('rollBackRun', { params, body: { reason: 'Six were there' } })
    await expect
      .poll(async () => (await api.call('reportGate', { query: { days: 7 } })).rolled_back)
      .toBeGreaterThan(before.rolled_back)
    await signIn(page, people.support, '/dashboards/monitoring?mode=gate')
    await expect(page.getByRole('heading', { name: 'Checks, last 30 days' })).toBeVisible()
    await page.getByText('7 days', { exact: true }).click()
    await expect(page).toHaveURL(/days=7/)
    await expect(page.getByRole('heading', { name: 'Checks, last 7 days' })).toBeVisible()
    const { rolled_back } = await api.call('reportGate', { query: { days: 7 } })
    await expect(page.locator('.report-counts .counts > div', { hasText: 'Missed' })).toContainText(
      `Missed${rolled_back}`,
    )
    await expect(page.locator('.verdict em')).toContainText('rolled back')
    await page
      .getByRole('table', { name: 'By check' })
      .getByRole('row', { name: /^Products missing/ })
      .click()
    await expect(page.getByRole('table', { name: 'Runs: Products missing' })).toContainText(
      'products are missing',
    )
    await accessibleInBothThemes(page)
  },
)

test(
  'displayed counts add up, and looking up a product whose row is unreadable says so',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    const rows = plainRows(60).map((row, i) => {
      if (i === 7) return [row[0]!, row[1]!, 'ask', row[3]!]
      return i === 9 ? [row[0]!, row[1]!, row[2]!, 77] : row
    })
    await api.upload(supplier, plainColumns, rows)
    const run = await api.runFeed(supplier)
    await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
    const counts = page.getByLabel('Counts')
    for (const [label, value] of [
      ['Rows read', '60'],
      ['= accepted', '59'],
      ['+ rejected', '1'],
      ['= created', '0'],
      ['+ updated', '1'],
      ['+ unchanged', '58'],
    ] as const)
      await expect(counts.locator('dl > div', { hasText: label })).toContainText(`${label}${value}`)
    await expect(counts).toContainText('1 product kept unchanged')
    await page.goto(`/suppliers/view/${supplier.dropshipper_id}/solr?q=P-7`)
    const found = page.getByRole('table', { name: 'Matching products' })
    await expect(found.getByRole('row', { name: /Product 7 / })).toContainText(
      `Row rejected in run ${run.feed_run_id}; keeping previous values`,
    )
    await accessible(page)
  },
)

test('settings are tested on the kept files before they are saved', nightly, async ({ page, api }) => {
  const { supplier } = await withHistory(api)
  await held(api, supplier, plainRows(40))
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const act = page.getByRole('button', { name: 'Test these settings' })
  await act.click()
  const files = page.getByRole('table', { name: 'Stored files with these settings' })
  await expect(page.getByText('1 of 3 files would be held or rejected, as before.')).toBeVisible()
  await expect(files.getByRole('row', { name: /Would be held/ })).toContainText(
    '14 of 54 products are missing',
  )
  const threshold = page.getByRole('textbox', { name: 'Hold when missing products exceed' })
  await expect(threshold).toHaveAccessibleDescription(/%/)
  await threshold.fill('40')
  await expect(page.getByText(/^With earlier settings: /)).toBeVisible()
  await act.click()
  await expect(
    page.getByText('None of 3 files would be held or rejected; 1 held or rejected before would pass.'),
  ).toBeVisible()
  await accessibleInBothThemes(page)
})
