import type { Page } from '@playwright/test'
import { expect, nightly, people, signIn, test, type Api } from './fixtures.ts'

/** A supplier that another person renames after this screen was opened. */
async function openedByTwo(page: Page, api: Api) {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.admin, `/suppliers/view/${id}`)
  await expect(page.getByLabel('Name', { exact: false }).first()).toBeVisible()
  const { dropshipper } = await api.call('getSupplier', { params: { id } })
  const renamed = `${dropshipper.supplier_name} East`
  await api.call('saveSupplier', {
    params: { id },
    body: { dropshipper: { ...dropshipper, supplier_name: renamed }, max_file_age_allowed_in_days: 2 },
  })
  return { id, was: dropshipper.supplier_name, renamed }
}
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('changes by two people to different fields merge automatically, and nothing typed is lost', async ({
  page,
  api,
  expected,
}) => {
  expected.push(/409/)
  const { id, renamed } = await openedByTwo(page, api)
  await page.getByLabel('Maximum feed age').fill('5')
  await save(page)
  const dialog = page.getByRole('dialog', { name: /changed this while you were editing/ })
  await expect(dialog.getByRole('row', { name: new RegExp(`^Name .*${renamed}`) })).toContainText('Theirs')
  await dialog.getByRole('button', { name: 'Save 1 field' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const now = await api.call('getSupplier', { params: { id } })
  expect(now.dropshipper).toMatchObject({ supplier_name: renamed, max_file_age_allowed_in_days: 5 })
})

test('when two people change the same field, one value must be chosen before saving', async ({
  page,
  api,
  expected,
}) => {
  expected.push(/409/)
  const { id, was, renamed } = await openedByTwo(page, api)
  const name = page.getByLabel('Name', { exact: false }).first()
  await name.fill(`${was} West`)
  await save(page)
  const dialog = page.getByRole('dialog', { name: /changed this while you were editing/ })
  await expect(dialog.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await dialog.getByRole('radio', { name: `${was} West` }).check()
  await dialog.getByRole('button', { name: 'Save 1 field' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await api.call('getSupplier', { params: { id } })).dropshipper.supplier_name).toBe(`${was} West`)
  expect(renamed).not.toBe(`${was} West`)
})

test(
  'choosing the other person’s value keeps it, and saves one’s own changes to other fields',
  nightly,
  async ({ page, api, expected }) => {
    expected.push(/409/)
    const { id, was, renamed } = await openedByTwo(page, api)
    await page.getByLabel('Name', { exact: false }).first().fill(`${was} West`)
    await page.getByLabel('Maximum feed age').fill('5')
    await save(page)
    const dialog = page.getByRole('dialog', { name: /changed this while you were editing/ })
    await dialog.getByRole('radio', { name: renamed }).check()
    await dialog.getByRole('button', { name: 'Save 1 field' }).click()
    await expect(page.getByText('Changes saved')).toBeVisible()
    const { dropshipper } = await api.call('getSupplier', { params: { id } })
    expect(dropshipper).toMatchObject({ supplier_name: renamed, max_file_age_allowed_in_days: 5 })
  },
)

test('a rejected form moves to its first error', async ({ page, api }) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}`)
  const name = page.getByLabel('Name', { exact: false }).first()
  await name.fill('')
  await save(page)
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
})

test(
  'closing the page with unsaved changes brings up the browser’s warning',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id: id } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${id}`)
    const age = page.getByLabel('Maximum feed age')
    // as a person does: the browser asks only whom it saw typing
    await age.click()
    await age.press('ControlOrMeta+a')
    await age.pressSequentially('7')
    await expect(page.getByText('1 change', { exact: false })).toBeVisible()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(age).toHaveValue(/^7/)
  },
)

test(
  'saving doesn’t undo one’s own changes from another tab in untouched fields',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id: id } = await api.makeSupplier()
    await signIn(page, people.support, `/suppliers/view/${id}`)
    const there = await page.context().newPage()
    await there.goto(`/suppliers/view/${id}`)
    await there.getByLabel('Allows Amazon').click()
    await save(there)
    await expect(there.getByText('Changes saved')).toBeVisible()
    const amazon = await there.getByLabel('Allows Amazon').isChecked()
    await there.close()
    await page.getByLabel('Allows eBay').click()
    await save(page)
    await expect(page.getByText('Changes saved')).toBeVisible()
    await expect(page.getByLabel('Allows Amazon')).toBeChecked({ checked: amazon })
    const { dropshipper } = await api.call('getSupplier', { params: { id } })
    expect(dropshipper.allows_amazon).toBe(amazon)
  },
)

test('leaving unsaved changes asks first, even when switching tabs, and staying loses nothing', async ({
  page,
  api,
}) => {
  const { dropshipper_id: id } = await api.makeSupplier()
  await signIn(page, people.support, `/suppliers/view/${id}`)
  const age = page.getByLabel('Maximum feed age')
  await age.fill('7')
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Monitoring Dashboard' }).click()
  await expect(asked).toContainText('1 change on this page will be lost')
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await expect(asked).toHaveCount(0)
  await expect(age).toHaveValue(/^7/)
  await page.getByRole('tab', { name: 'Subscriptions' }).click()
  await asked.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(`/suppliers/view/${id}/subscriptions`)
})

test(
  'Undo restores a removed shipping method, and the toast covers nothing',
  nightly,
  async ({ page, api }) => {
    const { dropshipper_id: id } = await api.makeSupplier()
    const [orders] = await api.call('listOrderManagerSuppliers', { params: { dropshipper_id: id } })
    const [carrier] = await api.call('listCarriers', {})
    const method = carrier!.methods[0]!
    await api.call('addShippingMethod', {
      params: { supplier_id: orders!.supplier_id },
      body: {
        ...method,
        shipping_code: 'GRND-1',
        supplier_carrier_name: 'Ground',
        carrier_id: carrier!.carrier_id,
        carrier_name: carrier!.carrier_name,
      },
    })
    await signIn(page, people.support, `/suppliers/view/${id}/order_automation`)
    const table = page.getByRole('table', { name: 'Shipping methods' })
    await table.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove method' }).click()
    await expect(table.getByText('GRND-1')).toHaveCount(0)
    const toast = page.getByRole('status').filter({ hasText: 'Shipping method removed' })
    const [box, main] = await Promise.all([toast.boundingBox(), page.locator('h1').boundingBox()])
    expect(box!.y + box!.height).toBeLessThanOrEqual(main!.y)
    // what had the focus is gone: the keyboard goes on beside it
    await expect(page.locator('main :focus')).toBeInViewport()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(table.getByText('GRND-1')).toBeVisible()
  },
)

test(
  'the inputs in a row are aligned and equally tall, with hints and without',
  nightly,
  async ({ page, api }) => {
    const supplier = await api.makeFeed(['sku', 'title'], [['A', 'Apple']])
    const of = `/suppliers/view/${supplier.dropshipper_id}`
    await signIn(page, people.support, of)
    for (const [address, label] of [
      [of, 'Currencies'],
      [`${of}/config`, 'One-time threshold'],
      [`${of}/monitoring`, 'Cron expression'],
    ] as const) {
      await page.goto(address)
      const field = page.getByLabel(label).and(page.locator('input')).first()
      if (label === 'Cron expression') {
        await page.getByRole('combobox', { name: 'Frequency' }).click()
        await page.getByRole('option', { name: label }).click()
      }
      await expect(field).toBeVisible()
      const faces = await field.evaluate((input: HTMLInputElement) => {
        const frame = (of: Element) => of.querySelector('.mantine-Input-input')!.getBoundingClientRect()
        const own = input.closest('.mantine-InputWrapper-root')!
        const fonts = [own.querySelector('label')!, document.body].map((e) => getComputedStyle(e).fontFamily)
        const row = [...own.parentElement!.children].filter(
          (e) =>
            e.querySelector('.mantine-Input-input') &&
            e.getBoundingClientRect().top === own.getBoundingClientRect().top,
        )
        return { fonts, row: row.map((e) => [frame(e).top, frame(e).height]) }
      })
      expect(faces.row.length, label).toBeGreaterThan(1)
      for (const face of faces.row) expect(face, label).toEqual(faces.row[0])
      expect(faces.fonts[0], label).toBe(faces.fonts[1])
    }
  },
)
