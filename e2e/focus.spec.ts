import type { Page } from '@playwright/test'
import { expect, nightly, openSession, people, signIn, test } from './fixtures.ts'

/** As the keyboard does it: what is pressed has the focus. */
async function press(page: Page, name: string | RegExp) {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .focus()
  await page.keyboard.press('Enter')
}
const focused = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('button', { name, exact: typeof name === 'string' }).first()).toBeFocused()

test('focus stays in the same field after Save and after Discard', nightly, async ({ page, api }) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}`)
  const name = page.getByRole('textbox', { name: 'Name' }).first()
  for (const act of ['Discard', 'Save']) {
    await name.focus()
    await page.keyboard.type('x')
    await press(page, act)
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
    await expect(name).toBeFocused()
  }
})

test('focus returns to the opener after a modal is closed, canceled or confirmed', async ({ page, api }) => {
  const other = await api.makeSupplier()
  await signIn(page, people.support, '/suppliers/')
  await press(page, 'Add supplier')
  const modal = page.getByRole('dialog', { name: 'Add supplier' })
  await expect(modal.getByLabel('Name')).toBeFocused()
  await modal.getByLabel('Name').fill(other.name)
  await modal.getByLabel('Prefix').fill(other.prefix)
  await modal.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Standard' }).click()
  // the opener has the same name
  const act = modal.getByRole('button', { name: 'Add supplier' })
  await act.focus()
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('alert')).toBeVisible()
  await expect(act).toBeFocused()
  await press(page, 'Cancel')
  await expect(modal).toBeHidden()
  await focused(page, 'Add supplier')
})

test(
  'arrow keys move through a record’s tabs, to the first and back, and keep the focus',
  nightly,
  async ({ page, api }) => {
    const { vendor_id } = await api.someVendor()
    const { dropshipper_id } = await api.makeSupplier()
    const platforms = await api.call('listPlatforms', {})
    const records = [
      [`/vendors/view/${vendor_id}`, 'Dashboard', 'Basic Info'],
      [`/suppliers/view/${dropshipper_id}`, 'Basic Info', 'Configuration'],
      [`/platforms/${platforms[0]!.platform_id}`, 'Basic Info', 'Fields'],
    ] as const
    await openSession(page.context(), people.support)
    for (const [address, first, second] of records) {
      await page.goto(address)
      const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
      await tab(first).focus()
      for (const [key, name] of [
        ['ArrowRight', second],
        ['ArrowLeft', first],
      ] as const) {
        await page.keyboard.press(key)
        await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
        await page.waitForLoadState('networkidle')
        await expect(tab(name)).toBeFocused()
      }
    }
  },
)

test('a button gets the focus back after it was busy', nightly, async ({ page }) => {
  await signIn(page, people.support, '/dashboards/dashboard')
  const again = page.getByRole('button', { name: 'Refresh trends' })
  const answered = page.waitForResponse((r) => r.url().includes('refresh=true'))
  await press(page, 'Refresh trends')
  await answered
  await expect(again).toBeEnabled()
  await expect(again).toBeFocused()
})

test('removing a filter leaves the focus on the filters', nightly, async ({ page }) => {
  await signIn(page, people.support, '/jobs')
  await press(page, 'Filter')
  // an arrow before the menu has the focus would move nothing
  await expect(page.getByRole('menu').locator(':focus')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role=menuitem]:focus')).toBeVisible()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog')
  await editor.getByRole('radio').or(editor.getByRole('checkbox')).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await press(page, /^Remove filter/)
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
  await focused(page, 'Filter')
})

test(
  'closing notes that were opened by the address moves the focus to their button',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id: id } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${id}?side=notes`)
    await press(page, 'Close notes')
    await focused(page, /^Notes/)
  },
)

test('focus stays cleared after a click on the background', nightly, async ({ page, api }) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}?side=notes`)
  const notes = page.getByRole('complementary', { name: 'Notes' })
  await notes.getByLabel('New note').focus()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.locator('body')).toBeFocused()
  // something on the screen changes by itself
  await api.call('addSupplierNote', { params: { id }, body: { note: 'They called', pinned: false } })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.locator('body')).toBeFocused()
})
