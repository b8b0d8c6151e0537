import type { Page } from '@playwright/test'
import { accessible, expect, nightly, people, signIn, test, unique } from './fixtures.ts'
import { chooseByKeyboard, delayTimers } from './keyboard.ts'

/** Semicolons, a code page, decimal commas and German headings, as a German supplier exports them. */
const german = (rows: readonly string[]) =>
  Buffer.from(
    ['Artikelnummer;Bezeichnung;EK-Preis (€);UVP;Bestand;EAN;Hersteller;Warengruppe;Lieferzeit', ...rows]
      .join('\r\n')
      .replaceAll('€', '\x80'),
    'latin1',
  )
const garden = german([
  'G-1;Gießkanne 10 l, verzinkt;1.210,50 €;1.899,00 €;auf Lager;4006381333931;Gärtner;Kannen;sofort',
  'G-2;Gartenschere Profi;18,90 €;29,95 €;12;;Gärtner;Scheren;3 Tage',
  'G-3;Hochbeet Lärche;auf Anfrage;2.000 €;ausverkauft;;Gärtner;Beete;2 Wochen',
  'G-4;Komposter;64,00 €;;0;;Gärtner;Beete;sofort',
])
const germanFile = { name: 'garten.csv', mimeType: 'text/csv', buffer: garden }

/** Counts what a person clicks, wherever the page goes meanwhile; Enter on a button is a click, too. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('clicked', () => clicks++)
  await page.addInitScript(() =>
    window.addEventListener(
      'click',
      // a label's click comes again at its input
      (e) => e.isTrusted && (window as unknown as { clicked: () => void }).clicked(),
      true,
    ),
  )
  return () => clicks
}

test('a new supplier’s German file is applied in at most 15 clicks', async ({ page }) => {
  // the whole way, and two long looks at the page
  test.setTimeout(120_000)
  const clicks = await countClicks(page)
  await signIn(page, people.support, '/suppliers/')
  await page.getByRole('button', { name: 'Add supplier' }).click()
  const prefix = unique()
  await page.keyboard.type(`Gartenbedarf ${prefix}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(prefix)
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add supplier' }).click()

  const guide = page.getByRole('region', { name: 'Steps to the first run' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    guide.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles(germanFile)
  const came = page.getByRole('region', { name: 'Received file' })
  await expect(came.getByText('WINDOWS-1252, detected from its text')).toBeVisible()
  await expect(came.getByLabel('First lines')).toContainText('G-1;Gießkanne')
  await expect(page.getByText(/^CSV, semicolon, /)).toBeVisible()
  await expect(page.getByText('Would be accepted').first()).toBeVisible()
  await expect(page.getByText('Map the SKU. Without it')).toHaveCount(0)
  await expect(page.getByText('Accepted', { exact: true })).toHaveCount(0)
  await accessible(page)

  await guide.getByRole('button', { name: 'Use suggested mapping (9 fields)' }).click()
  const price = page.getByRole('row', { name: /^Wholesale price/ })
  await expect(price).toContainText('auf Anfrage')
  await expect(price).toContainText('Unreadable price')
  await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await guide.getByRole('button', { name: 'Save' }).click()
  // what was taken is not offered once more
  await expect(page.getByRole('button', { name: /suggested mapping/ })).toHaveCount(0)
  await guide.getByRole('button', { name: 'Dry run', exact: true }).last().click()
  await expect(guide.getByText('The dry run rejected 1 of 4 rows')).toBeVisible()
  await accessible(page)
  await guide.getByRole('button', { name: 'Run now' }).click()

  await expect(page.locator('.status', { hasText: 'Applied' })).toBeVisible()
  await expect(page.getByLabel('Counts')).toContainText('= created3')
  expect(clicks()).toBeLessThanOrEqual(15)

  await page.getByRole('link', { name: 'EK-Preis (€)' }).click()
  await expect(page.getByRole('combobox', { name: 'Column for Wholesale price' })).toBeFocused()
  await expect(guide).toHaveCount(0)
})

test('an upload replaces nothing until it is saved', nightly, async ({ page, api }) => {
  const supplier = await api.makeFeed(['sku', 'title'], [['OLD-1', 'Old']])
  await api.runFeed(supplier)
  const address = `/suppliers/view/${supplier.dropshipper_id}/config`
  await signIn(page, people.support, address)
  const choose = () => page.locator('input[type=file]').setInputFiles(germanFile)
  await choose()
  await expect(page.getByText('garten.csv (0.4 kB) uploaded, not saved yet.')).toBeVisible()
  await expect(page.getByText('Until you save, the feed uses feed.csv.')).toBeVisible()
  expect((await api.runFeed(supplier)).file_name).toBe('feed.csv')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(/Current: feed\.csv/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Current: feed\.csv/)).toBeVisible()
  await choose()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Current: garten\.csv/)).toBeVisible()
  const run = await api.runFeed(supplier)
  expect(run).toMatchObject({ state: 'rejected', file_name: 'garten.csv', reason_code: 'column_gone' })
  await page.goto(`/feed-runs/${run.feed_run_id}`)
  await page.getByRole('link', { name: 'Fix mapping' }).click()
  await expect(page.getByRole('combobox', { name: 'Column for SKU' })).toBeFocused()
})

test(
  'a mapping can be made by keyboard alone, and transforms show their effect at once',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
    await page.locator('input[type=file]').setInputFiles(germanFile)
    const mapping = page.getByRole('table', { name: 'Mapping' })
    await mapping.getByRole('button', { name: 'Use Artikelnummer for SKU' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Column for SKU' })).toBeFocused()

    await delayTimers(page)
    await page.getByRole('combobox', { name: 'Map another field' }).focus()
    await page.keyboard.type('whole')
    await page.keyboard.press('Enter')
    const column = page.getByRole('combobox', { name: 'Column for Wholesale price' })
    await expect(column).toBeFocused()
    await page.keyboard.type('ek')
    await page.keyboard.press('Tab')
    await expect(column).toHaveValue('EK-Preis (€)')
    const price = mapping.getByRole('row', { name: /^Wholesale price/ })
    await expect(price).toContainText('Unreadable price')
    await price.getByRole('button', { name: 'Use decimal comma, price with currency' }).click()
    await expect(price.getByRole('button', { name: /^Decimal comma/ })).toBeVisible()

    await chooseByKeyboard(page, price.getByRole('button', { name: 'Add a transform' }), 'Treat as blank')
    await page.getByLabel('Values treated as blank').fill('auf Anfrage')
    await page.getByRole('button', { name: 'Done', exact: true }).press('Enter')
    await expect(price).not.toContainText('Unreadable')

    await page.getByRole('button', { name: 'Unmap Wholesale price' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Column for SKU' })).toBeFocused()
  },
)

test('a column can be dragged onto a field to map it', nightly, async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  await page.locator('input[type=file]').setInputFiles(germanFile)
  await page.getByRole('button', { name: 'Use Hersteller for Manufacturer' }).click()
  const free = page.getByRole('group', { name: 'Unused columns' })
  const row = page.getByRole('row', { name: /^Manufacturer/ })
  await free.getByRole('button', { name: 'Lieferzeit' }).dragTo(row)
  await expect(page.getByRole('combobox', { name: 'Column for Manufacturer' })).toHaveValue('Lieferzeit')
  await expect(row).toContainText('3 Tage')
  await expect(row.getByRole('button', { name: 'Use Hersteller? 97% confidence' })).toBeVisible()
})

test('an unreadable file is reported with the place of the error and what to do', async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const buffer = Buffer.from('sku,title\nA,Apple\nB,"open\nC,Cherry\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'open.csv', mimeType: 'text/csv', buffer })
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t read the file' })
  await expect(alert).toContainText('A quote opened here is never closed (line 3)')
  await alert.getByRole('button', { name: 'Go to the format' }).click()
  await expect(page.getByRole('button', { name: 'Detect automatically' })).toBeFocused()
  // another file shows nothing of it
  await page.locator('input[type=file]').setInputFiles(germanFile)
  await expect(page.getByRole('region', { name: 'Received file' })).toContainText('garten.csv')
  await expect(alert).toHaveCount(0)
})

test('a field mapped after the suggestion has none of its values', async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const buffer = Buffer.from('SKU,Price USD,Color\nA-1,9.50,Red\nA-2,8.00,Blue\nA-3,7.25,Green\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'usd.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: /^Use suggested mapping/ }).click()
  const mapping = page.getByRole('table', { name: 'Mapping' })
  await expect(mapping.getByRole('row', { name: /^Currency/ })).toContainText('USD')
  await page.getByRole('combobox', { name: 'Map another field' }).click()
  await page.getByRole('option', { name: 'Title' }).click()
  const title = mapping.getByRole('row', { name: /^Title/ })
  await expect(title.getByRole('button', { name: 'Add a transform to Title' })).toHaveText('Transform')
  await expect(title).not.toContainText('USD')
})

test('lines above the header are shown with their reason, and the rows can be set', async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const buffer = Buffer.from(
    'Price list;;\nAll prices in EUR;;\nsku;title;price\nA-1;Apple;1,50\nB-2;Pear;2,50\nTotal;;4,00\n',
  )
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  const received = page.getByRole('region', { name: 'Received file' })
  await expect(received).toContainText('Header in row 3; 3 lines left out')
  await expect(received).toContainText('Line 6, total: Total · 4,00')
  await expect(page.getByLabel('Header row')).toHaveAttribute('placeholder', 'Detected: 3')
  await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveAttribute(
    'placeholder',
    'Detected: semicolon',
  )
  await page.getByLabel('Header row').fill('3')
  await page.getByLabel('Last product row').fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter row 4 or a later one')).toBeVisible()
})

test('pressing only Enter leads from the file to the first run', nightly, async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const guide = page.getByRole('region', { name: 'Steps to the first run' })
  const choose = guide.getByRole('button', { name: 'Choose a file' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')])
  await chooser.setFiles(germanFile)
  for (const name of [/^Use suggested mapping/, /^Save$/, /^Dry run$/, /^Run now$/]) {
    await expect(guide.getByRole('button', { name })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`of ${supplier.name}`)
})

test(
  'saved settings show their feed source and why the last run was rejected, without a click',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(['sku', 'title'], [['KEPT-1', 'Kept']])
    await api.runFeed(supplier)
    const address = `/suppliers/view/${supplier.dropshipper_id}/config`
    await signIn(page, people.support, address)
    const title = page.getByRole('table', { name: 'Mapping' }).getByRole('row', { name: /^Title/ })
    await expect(title).toContainText('Kept')
    await expect(page.getByRole('button', { name: /Use suggested mapping/ })).toHaveCount(0)

    await api.upload(supplier, ['sku', 'title'], [['B-1', `${'much before '.repeat(20)}an open quote"`]])
    const run = await api.runFeed(supplier)
    expect(run.reason_code).toBe('open_quote')
    await page.goto(`/feed-runs/${run.feed_run_id}`)
    await page.getByRole('link', { name: 'Check format' }).click()
    const why = page.getByRole('status').filter({ hasText: 'was rejected' })
    await expect(why).toContainText('A quote opened here is never closed (line 2)')
    const line = why.getByLabel('Failing line')
    await expect(line).toContainText(/"B-1","much before .* an open quote""/)
    // a long one is scrolled in its own frame
    expect(await line.evaluate((on) => on.scrollWidth > on.clientWidth)).toBe(true)
    await expect(why.getByRole('link', { name: `Run ${run.feed_run_id}` })).toBeVisible()
    await accessible(page)
  },
)

test('the guide includes the schedule and has one prominent button', nightly, async ({ page, api }) => {
  const supplier = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const guide = page.getByRole('region', { name: 'Steps to the first run' })
  const filled = page.locator('.mantine-Button-root:is(:not([data-variant]), [data-variant=filled])')
  await expect(guide.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect(filled).toHaveCount(1)
  await page.locator('input[type=file]').setInputFiles(germanFile)
  await guide.getByRole('button', { name: /^Use suggested mapping/ }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  await expect(filled).toHaveCount(1)

  await guide.getByRole('button', { name: 'Schedule' }).click()
  const byItself = page.getByRole('switch', { name: 'Run on a schedule' })
  await expect(byItself).toBeFocused()
  await page.keyboard.press('Space')
  const bars = page.getByRole('region', { name: 'Unsaved changes' })
  await bars.filter({ hasText: '1 change to the schedule' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  await expect(guide.getByRole('listitem').filter({ hasText: 'Schedule' }).getByLabel('done')).toBeVisible()
  await expect(bars).toHaveCount(1)
})

test(
  'images can come from several columns, and dropping a column adds one',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
    const file = [
      'SKU,Title,Price,Image 1,Image 2,Side view,Image 10',
      'A-1,Lamp,9.50,https://img.example/a.jpg,https://img.example/b.jpg,https://img.example/s.jpg,',
    ].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'pictures.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    const mapping = page.getByRole('table', { name: 'Mapping' })
    await expect(mapping.getByText('Image 1, Image 2, Image 10')).toBeVisible()
    const offered = mapping.getByRole('cell', { name: /^Image 1, Image 2, Image 10/ })
    expect(await offered.evaluate((on) => on.scrollWidth <= on.clientWidth)).toBe(true)
    await mapping.getByRole('button', { name: 'Use Image 1 for Images' }).click()
    const images = mapping.getByRole('row', { name: /^Images/ })
    await expect(images).toContainText('https://img.example/b.jpg')
    await page.getByRole('button', { name: 'Side view' }).dragTo(images)
    await expect(images).toContainText('https://img.example/s.jpg')
    await expect(page.getByRole('combobox', { name: 'Column for Images' })).toHaveValue('Image 1')
    await mapping.getByRole('button', { name: 'Use SKU for SKU' }).click()
    const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
    await unsaved.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Current: pictures\.csv/)).toBeVisible()
    await page.reload()
    await images.getByRole('button', { name: '+ 3 columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Side view', checked: true }).click()
    await expect(images.getByRole('button', { name: '+ 2 columns' })).toBeVisible()
    await expect(images).not.toContainText('https://img.example/s.jpg')
  },
)
