import { expect, people, plainColumns, plainRows, signIn, test, type Api } from './fixtures.ts'

/** A supplier whose second run is held. */
async function heldSupplier(api: Api) {
  const supplier = await api.makeFeed(plainColumns, plainRows(60))
  await api.runFeed(supplier)
  await api.upload(supplier, plainColumns, plainRows(30))
  const run = await api.runFeed(supplier)
  expect(run.state).toBe('held')
  await expect.poll(() => api.notification(supplier.name)).toBeDefined()
  return { supplier, run }
}

test('a held run is a notification that is assigned, ticketed and resolved once the run is discarded', async ({
  page,
  api,
}) => {
  const { supplier, run } = await heldSupplier(api)
  await signIn(page, people.support, `/notifications?search=${supplier.name}`)
  const row = page
    .getByRole('table', { name: 'Notifications' })
    .getByRole('row')
    .filter({ hasText: supplier.name })
  await expect(row).toContainText(`${supplier.name}: run ${run.feed_run_id} held.`)
  await expect(row).toContainText('Open')
  await row.getByRole('button', { name: 'Assign to me' }).click()
  await expect(row).toContainText('Assigned to')

  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Link ticket…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link ticket' })
  await dialog.getByRole('textbox', { name: 'Ticket' }).fill('later')
  await expect(dialog.getByRole('button', { name: 'Link ticket' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Ticket' }).fill('https://jira.example.com/browse/FS-77')
  await dialog.getByRole('button', { name: 'Link ticket' }).click()
  await expect(row.getByRole('link', { name: 'FS-77' })).toHaveAttribute(
    'href',
    'https://jira.example.com/browse/FS-77',
  )

  await api.call('discardRun', {
    params: { feed_run_id: run.feed_run_id },
    body: { reason: 'Half is missing' },
  })
  await expect.poll(async () => (await api.notification(supplier.name))?.ended_tm).toEqual(expect.any(String))
  await page.reload()
  await expect(row).toContainText('Resolved')
  await row.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('No notifications match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Resolved')
})

test('a list that can’t be loaded says so and loads on request', async ({ page, expected }) => {
  expected.push(/503/)
  let isBroken = true
  await page.route('**/api/system-messages/', (route) =>
    isBroken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await signIn(page, people.support, '/notifications?status=all')
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  isBroken = false
  await again.click()
  await expect(page.getByRole('table', { name: 'Notifications' })).toBeVisible()
})
