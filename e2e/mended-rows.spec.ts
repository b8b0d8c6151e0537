import { readFileSync } from 'node:fs'
import { accessible, expect, people, plainColumns, plainRows, signIn, test } from './fixtures.ts'

// a file of another feed is refused
test.use({ expected: [/400/] })

test('rejected rows are fixed on their run’s page, and a file from another feed is refused with a reason', async ({
  page,
  api,
}) => {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  const rows = plainRows(60).map((row, i) => (i < 2 ? [row[0]!, row[1]!, 'ask', row[3]!] : row))
  await api.upload(supplier, plainColumns, rows)
  const run = await api.runFeed(supplier)
  await signIn(page, people.support, `/feed-runs/${run.feed_run_id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Rejected rows' }).click(),
  ])
  const rejected = readFileSync(await download.path(), 'utf8')
  await page.getByRole('button', { name: 'Upload corrected rows…' }).first().click()
  const modal = page.getByRole('dialog')
  const send = async (name: string, text: string) => {
    await modal
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(modal.getByRole('status').filter({ hasText: name })).toBeVisible()
  }
  await expect(modal.getByText('Choose the corrected file')).toBeVisible()
  await send('theirs.csv', rejected.replaceAll('P-', 'OTHER-'))
  await accessible(page)
  await modal.getByRole('button', { name: 'Run corrected rows' }).click()
  await expect(modal.getByRole('alert')).toContainText(
    `2 of 2 rows are not rejected rows of run ${run.feed_run_id}: line 2 had the SKU “P-0”`,
  )
  await send('mended.csv', rejected.replaceAll('ask', '7.77'))
  await modal.getByRole('button', { name: 'Run corrected rows' }).click()
  await expect(page).not.toHaveURL(new RegExp(`/${run.feed_run_id}$`))
  await expect(page.locator('.verdict')).toHaveText('Applied: 0 created, 2 updated, 0 removed.')
  await page.getByRole('link', { name: `run ${run.feed_run_id}` }).click()
  await expect(page.getByText(/All rejected rows were corrected in run \d+, 2 rows, applied\./)).toBeVisible()
  await expect(page.getByText(/^corrected by run \d+$/)).toBeVisible()
  await accessible(page)
})
