import { readFileSync } from 'node:fs'
import { accessible, expect, nightly, people, plainColumns, plainRows, signIn, test } from './fixtures.ts'

test('a held run is reviewed, applied with a reason and rolled back, and each act is logged', async ({
  page,
  api,
}) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(20))
  expect((await api.runFeed(supplier)).state).toBe('held')
  await signIn(page, people.support, '/dashboards/monitoring?mode=summary')
  await page.getByPlaceholder('Filter by name').fill(supplier.name)
  await page
    .getByRole('listitem')
    .filter({ hasText: supplier.name })
    .getByRole('link', { name: 'Review run' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`of ${supplier.name}`)
  await expect(page.locator('.verdict')).toHaveText(
    'Held. 40 of 60 products are missing. 4.4 times the limit of 15%.',
  )
  await expect(page.getByText('The file ends at row 20; usually 60.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Impact' })).toBeVisible()
  const products = page.getByRole('table', { name: 'Changed products' })
  await expect(products).toHaveAttribute('aria-rowcount', '21')
  await page.getByRole('button', { name: 'Show 20 more' }).click()
  await expect(products).toHaveAttribute('aria-rowcount', '41')
  await expect(page.getByText('Removed 40', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter products' }).fill('P-33')
  await expect(products).toHaveAttribute('aria-rowcount', '2')
  await page.getByRole('textbox', { name: 'Filter products' }).fill('')
  await accessible(page)
  await page.mouse.wheel(0, 60)
  await page.locator('.verdict').click()
  await page.keyboard.press('a')
  const modal = page.getByRole('dialog')
  await expect(modal.getByRole('button', { name: /^Approve \d/ })).toBeDisabled()
  await modal.getByLabel('Reason').fill('The supplier closed a warehouse')
  await modal.getByRole('button', { name: /^Approve \d/ }).click()
  await expect(page.getByText(/^Run \d+ of .* approved$/)).toBeVisible()
  await expect(
    page.getByText(/^Approved by Sasha Support, .*: The supplier closed a warehouse$/),
  ).toBeVisible()
  // the keyboard goes on from something on the run's page that lies under nothing
  const next = page.locator('main :focus')
  await expect(next).toBeInViewport()
  const header = await page.getByRole('banner').boundingBox()
  expect((await next.boundingBox())!.y).toBeGreaterThan(header!.height)
  await page.getByRole('button', { name: 'Roll back…' }).click()
  await modal.getByLabel('Reason').fill('They found the warehouse again')
  await modal.getByRole('button', { name: 'Roll back', exact: true }).click()
  await expect(page.locator('.status', { hasText: 'Rolled back' })).toBeVisible()
  await expect(
    page.getByText(/^Rolled back by Sasha Support, .*: They found the warehouse again$/),
  ).toBeVisible()
  await expect(
    page.getByText(/^Approved by Sasha Support, .*: The supplier closed a warehouse$/),
  ).toBeVisible()
  await page.goto(`/suppliers/view/${supplier.dropshipper_id}/log`)
  const log = page.getByRole('table', { name: 'Activity' })
  for (const text of ['Reason: The supplier closed a warehouse', 'Reason: They found the warehouse again'])
    await expect(log.getByText(text).first()).toBeVisible()
  for (const type of [
    'Feed run held',
    'Held run approved',
    'Feed run applied',
    'Rollback requested',
    'Feed run rolled back',
  ])
    await expect(log.getByText(type, { exact: true }).first()).toBeVisible()
})

test(
  'a run being rolled back names its job and offers no second rollback',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(3))
    const run = await api.runFeed(supplier)
    const address = `/api/feed-runs/${run.feed_run_id}`
    const can = { ...run.can, roll_back: `Job ${run.job_id} is already rolling this run back` }
    await page.route(`**${address}`, (route) =>
      route.fulfill({ json: { ...run, roll_back_job_id: run.job_id, can } }),
    )
    await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
    const status = page.getByRole('status').filter({ hasText: 'Rolling back' })
    const job = status.getByRole('link', { name: `Job ${run.job_id}` })
    await expect(job).toHaveAttribute('href', `/jobs/${run.job_id}`)
    const button = page.getByRole('button', { name: 'Roll back…' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await accessible(page)
    // the screen looks again by itself
    await page.unroute(`**${address}`)
    await expect(status).toHaveCount(0)
    await expect(button).toHaveAttribute('aria-disabled', 'false')
  },
)

test('a supplier’s page shows within seconds that a run has ended', nightly, async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  const run = { ...(await api.runFeed(supplier)), state: 'running' }
  const params = { id: supplier.dropshipper_id }
  const standing = await api.call('getCurrentRun', { params })
  const address = `/api/suppliers/${supplier.dropshipper_id}/monitoring/current`
  await page.route(`**${address}`, (route) => route.fulfill({ json: { ...standing, run } }))
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/monitoring`)
  await expect(page.locator('.mantine-Button-root', { hasText: 'View run' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
  await page.unroute(`**${address}`)
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible()
  // one of each: the act and how the feed stands are at the page's head
  await expect(page.getByText(standing.standing_reason)).toHaveCount(1)
})

test('a file is uploaded, mapped with a preview, dry run, run, and its rejected rows downloaded', async ({
  page,
  api,
}) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  const rows = [
    'Item No,Product Name,Dealer Price,On Hand',
    ...Array.from({ length: 40 }, (_, i) => `NR-${i},Raincoat ${i},$${i + 10}.00,${i}`),
    ',Nameless,$1.00,1',
    'NR-X,Broken,call us,1',
  ].join('\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rain.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(page.getByText(/rain\.csv \(\d\.\d kB\) uploaded, not saved yet/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Received file' })).toContainText('UTF-8')
  await page.getByRole('button', { name: /Use suggested mapping/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Feed settings saved')).toBeVisible()
  await page.getByRole('tab', { name: 'Monitoring' }).click()
  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dry run')
  await expect(page.locator('.verdict')).toContainText('Would be held')
  await page.locator('#main').getByRole('link', { name: supplier.name }).click()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.locator('.verdict')).toContainText('Held.')
  await expect(page.getByLabel('Counts')).toContainText('42')
  await expect(page.getByText('Unreadable price')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Rejected rows' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('NR-X,Broken,call us,1,43,Unreadable price')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Only a try')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard run' }).click()
  await expect(page.locator('.status', { hasText: 'Discarded' })).toBeVisible()
})

test(
  'a first load that lost nearly all rows is marked in red at the top and lists what it created',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(1))
    const lost = Array.from({ length: 62 }, () => ['', 'Nameless', '1.00', 1])
    await api.upload(supplier, plainColumns, [...plainRows(1), ...lost])
    const run = await api.runFeed(supplier)
    const params = { feed_run_id: run.feed_run_id }
    expect(run.state).toBe('held')
    await api.call('applyRun', { params, body: { reason: 'One product is better than none' } })
    await expect.poll(async () => (await api.call('getRun', { params })).state).toBe('applied')
    await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
    await expect(page.locator('.status.tone-bad', { hasText: 'Applied, 98.4% rejected' })).toBeVisible()
    await expect(page.locator('.verdict em')).toHaveText('62 of 63 rows were rejected')
    await expect(page.getByRole('img', { name: /98.4% of rows rejected/ })).toBeVisible()
    const products = page.getByRole('table', { name: 'Changed products' })
    await expect(products.getByRole('row').nth(1)).toContainText('Created')
    await expect(products).toHaveAttribute('aria-rowcount', '2')
    await accessible(page)
  },
)

test('the monitoring summary says why a feed failed and links to the fix', nightly, async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  await api.runFeed(supplier)
  await api.upload(supplier, ['title', 'quantity'], [['Hat', 2]])
  expect((await api.runFeed(supplier)).state).toBe('rejected')
  await signIn(page, people.support, '/dashboards/monitoring?mode=summary')
  await page.getByPlaceholder('Filter by name').fill(supplier.name)
  const line = page.getByRole('listitem').filter({ hasText: supplier.name })
  await expect(line).toContainText("isn't in the file")
  await line.getByRole('link', { name: 'Fix mapping' }).click()
  await expect(page).toHaveURL(new RegExp(`/suppliers/view/${supplier.dropshipper_id}/config#mapping$`))
  await page.goto(`/suppliers/view/${supplier.dropshipper_id}/stats`)
  await expect(page.getByRole('img', { name: /for 2 runs, 1 failed/ })).toBeVisible()
  const rejected = page.getByRole('table', { name: 'Run statistics' }).getByRole('row').nth(1)
  await expect(rejected).toContainText('Rejected')
  await accessible(page)
})

test('a failed load is reported at once, with a way to try again', async ({ page, api, expected }) => {
  expected.push(/500/)
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  const run = await api.runFeed(supplier)
  let asked = 0
  await page.route(`**/api/feed-runs/${run.feed_run_id}`, (route) => {
    asked++
    return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It broke' } } })
  })
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  await expect(page.getByRole('alert').getByText('It broke')).toBeVisible()
  expect(asked).toBe(2)
})

test(
  'two runs are compared product by product; choosing a third drops the oldest',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(60))
    await api.runFeed(supplier)
    for (const price of ['7.25', '8.25']) {
      const [[sku, title], ...others] = plainRows(60) as [[string, string], ...string[][]]
      await api.upload(supplier, plainColumns, [[sku, title, price, 1], ...others])
      expect((await api.runFeed(supplier)).state).toBe('applied')
    }
    await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/stats`)
    const boxes = page.getByRole('table', { name: 'Run statistics' }).getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await expect(boxes.nth(0)).not.toBeChecked()
    await boxes.nth(0).check()
    await page.getByRole('button', { name: 'Compare runs' }).click()
    await expect(page.getByRole('table', { name: 'Products' }).getByText('Updated').first()).toBeVisible()
    await accessible(page)
  },
)

test('invalid settings name their field and keep what was typed', async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(3))
  await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/config`)
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'HTTP(S)' }).click()
  await page.getByLabel('Address').fill('gopher://feeds.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Enter an http or https address')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('gopher://feeds.example')
  await page.getByLabel('Address').fill('https://ann:secret@feeds.example/a.csv')
  await page.getByLabel('Username').focus()
  await expect(page.getByLabel('Address')).toHaveValue('https://feeds.example/a.csv')
  await expect(page.getByLabel('Username')).toHaveValue('ann')
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('secret')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('combobox', { name: 'Source' })).toHaveValue('Uploaded by staff')
  await expect(page.getByLabel('Address')).toHaveCount(0)
})

test(
  'a run is watched live and terminated, and the supplier’s products stay unchanged',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(plainColumns, plainRows(3))
    await api.upload(
      supplier,
      plainColumns,
      Array.from({ length: 900_000 }, (_, i) => [`T-${i}`, 'Thing', '1.50', '3']),
    )
    await signIn(page, people.support, `/suppliers/view/${supplier.dropshipper_id}/monitoring`)
    await page.getByRole('button', { name: 'Run now' }).first().click()
    await page.getByRole('button', { name: 'Terminate' }).click()
    await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('Manually terminated')
    await page.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click()
    await expect(page.locator('.status', { hasText: 'Terminated' })).toBeVisible()
    await expect(page.locator('.verdict')).toHaveText('Terminated: no products changed.')
    await expect(page.getByText(/^Terminated by Sasha Support, .*: Manually terminated$/)).toBeVisible()
    await expect(page.getByLabel('Counts')).toContainText('= created0')
  },
)

test(
  'a source’s password is kept for its host, and the editor warns that a new host clears it',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${dropshipper_id}/config`)
    await page.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'SFTP' }).click()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const secret = page.locator('input[type=password]')
    const host = page.getByRole('textbox', { name: 'Host', exact: true })
    await host.fill('sftp.example.com:22')
    await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/stock.csv')
    await page.getByRole('textbox', { name: 'Username', exact: true }).fill('evergreen')
    await secret.fill('a secret of the supplier')
    await save.click()
    await expect(page.getByText('Enter only the host. The port has its own field.')).toBeVisible()
    await host.fill('sftp.example.com')
    await save.click()
    await expect(secret).toHaveAttribute('placeholder', 'Saved. Type to replace it')
    await host.fill('sftp.elsewhere.example')
    await expect(page.getByText('Password removed because the host changed. Enter it again.')).toBeVisible()
    await save.click()
    await expect(page.getByText('Password removed')).toHaveCount(0)
    await expect(secret).toHaveAttribute('placeholder', '')
  },
)

test('a dismissed notification comes back with Undo', nightly, async ({ page, api }) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(30))
  expect((await api.runFeed(supplier)).state).toBe('held')
  await expect.poll(() => api.notification(supplier.name)).toBeDefined()
  await signIn(page, people.support, '/suppliers/')
  const bell = page.getByRole('button', { name: /unread notification/ })
  await bell.click()
  const told = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  const of = told.filter({ hasText: supplier.name })
  await expect(of).toHaveCount(1)
  await of.getByRole('button', { name: 'Dismiss' }).click()
  await expect(of).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Change undone')).toBeVisible()
  // whether the list is still open depends on how fast the toast was clicked
  await page.reload()
  await bell.click()
  await expect(of).toHaveCount(1)
})
