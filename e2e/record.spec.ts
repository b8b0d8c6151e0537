import { expect, nightly, people, signIn, test } from './fixtures.ts'

test('a note can be written beside every tab, stays a draft until saved, and is restored by Undo', async ({
  page,
  api,
}) => {
  const { dropshipper_id: id, name } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}`)
  await page.getByRole('button', { name: 'Notes' }).click()
  const side = page.getByRole('complementary', { name: 'Notes' })
  await expect(side.getByLabel('New note')).toBeFocused()
  await side.getByLabel('New note').fill('They close over Christmas')
  await page.getByRole('tab', { name: 'Subscriptions' }).click()
  await expect(page).toHaveURL(`/suppliers/view/${id}/subscriptions?side=notes`)
  await expect(page).toHaveTitle(`View Supplier · ${name} · Subscriptions · Feedstock`)
  await page.reload()
  await expect(side.getByLabel('New note')).toHaveValue('They close over Christmas')
  await page.keyboard.press('Tab')
  await side.getByLabel('New note').press('Control+Enter')
  await expect(side.getByRole('listitem')).toContainText('They close over Christmas')
  await expect(page.getByRole('button', { name: 'Notes 1' })).toBeVisible()
  await side.getByRole('button', { name: 'Pin note' }).click()
  await expect(side.getByRole('button', { name: 'Unpin note' })).toBeVisible()
  await side.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(side.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(side.getByRole('listitem')).toContainText('They close over Christmas')
  await expect(side.getByRole('button', { name: 'Unpin note' })).toBeVisible()
  await side.getByRole('button', { name: 'Close notes' }).click()
  await expect(side).toHaveCount(0)
})

test(
  'a draft note stays with its supplier, and the Notes button closes the panel again',
  nightly,
  async ({ page, api }) => {
    const [one, other] = [await api.makeSupplier(), await api.makeSupplier()]
    await signIn(page, people.support, `/suppliers/view/${one.dropshipper_id}?side=notes`)
    const side = page.getByRole('complementary', { name: 'Notes' })
    await side.getByLabel('New note').fill('Only of the first')
    await page.goto(`/suppliers/view/${other.dropshipper_id}?side=notes`)
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible()
    await expect(side.getByLabel('New note')).toHaveValue('')
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await expect(side).toHaveCount(0)
  },
)

test('a double-click saves one note', nightly, async ({ page, api }) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}?side=notes`)
  const side = page.getByRole('complementary', { name: 'Notes' })
  await side.getByLabel('New note').fill('Once')
  await side.getByRole('button', { name: 'Save note' }).dblclick()
  await expect(side.getByRole('listitem')).toHaveCount(1)
  await expect(side.getByLabel('New note')).toHaveValue('')
  expect((await api.call('listSupplierNotes', { params: { id } })).total).toBe(1)
})

test('tabs that don’t fit are listed in a menu that opens them', nightly, async ({ page, api }) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}`)
  await expect(page.getByRole('tab', { name: 'Basic Info' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d+ more$/ })).toHaveCount(0)
  await page.setViewportSize({ width: 560, height: 800 })
  await expect(page.getByRole('tab', { name: 'Activity Log' })).toBeHidden()
  await page.getByRole('button', { name: /^\d+ more$/ }).click()
  await page.getByRole('menuitem', { name: 'Activity Log' }).click()
  await expect(page).toHaveURL(`/suppliers/view/${id}/log`)
  // the menu says which of its tabs is shown
  await expect(page.getByRole('button', { name: 'Activity Log' })).toBeVisible()
})

test(
  'a supplier’s header shows its feed’s status and links to what needs doing',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id: id } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${id}/log`)
    await expect(page.getByText('Never ran')).toBeVisible()
    await page.getByRole('link', { name: 'Set up feed' }).click()
    await expect(page).toHaveURL(`/suppliers/view/${id}/config`)
  },
)
