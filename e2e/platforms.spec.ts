import type { Page } from '@playwright/test'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { expect, nightly, people, signIn, test, unique, type Api } from './fixtures.ts'

const field = (field_name: string, field_order: number, more: object = {}) => ({
  field_name,
  field_order,
  field_data_type: 'text' as const,
  field_data_options: { choices: [], text: '' },
  required: false,
  show_hide_for_market: null,
  seeded_from_auth_field: '',
  connects_with_type: null,
  connects_with: '',
  conditions: [],
  ...more,
})

async function makePlatform(api: Api, fields: ReturnType<typeof field>[] = []): Promise<PlatformView> {
  const name = `Platform ${unique()}`
  const params = await api.call('createPlatform', { body: { name } })
  return api.call('savePlatformFields', { params, body: { fields, deleted_fields: [] } })
}
const fieldsOf = (page: Page) => page.getByRole('button', { name: /^Move / })
const preview = (page: Page) => page.getByRole('form', { name: 'Form preview' })
const pathOf = ({ platform }: PlatformView, tab = 'fields') => `/platforms/${platform.platform_id}/${tab}`

test.describe('platforms', () => {
  test('a new one needs a name, which also sets its handle', async ({ page }) => {
    const name = `My Shop ${unique()}`
    await signIn(page, people.support, '/platforms/')
    await page.getByRole('button', { name: 'Add platform' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add platform' })
    await dialog.getByRole('button', { name: 'Add platform' }).click()
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await expect(dialog.getByRole('textbox', { name: 'Handle' })).toHaveValue(
      name.toLowerCase().replaceAll(' ', '_'),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto('/platforms/')
    await page.getByPlaceholder('Name, handle, market or ID').fill(name)
    await expect(page.getByRole('table', { name: 'Platforms' }).getByRole('row', { name })).toBeVisible()
  })

  test.describe('basic info', () => {
    test.use({ expected: [/400|409/] })
    test('is saved with its markets, names the field of an invalid value, and merges two people’s changes', async ({
      page,
      api,
    }) => {
      const made = await makePlatform(api)
      const params = { platform_id: made.platform.platform_id }
      const market = `Market ${unique()}`
      await signIn(page, people.admin, pathOf(made, 'basic'))
      await page.getByRole('switch', { name: 'Marketplace' }).check({ force: true })
      await page.getByPlaceholder('New market').fill(market)
      await page.keyboard.press('Enter')
      const address = page.getByRole('textbox', { name: 'Display URL' })
      await address.fill('shop.example.com')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Please fix the errors listed in red and try again')).toBeVisible()
      await expect(page.getByText('Enter a URL that starts with https:// or http://')).toBeVisible()
      await address.fill('https://shop.example.com')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Platform updated!')).toBeVisible()
      await expect(page.getByText(`${market} 0 vendors`)).toBeVisible()

      const view = await api.call('getPlatform', { params })
      await page.getByRole('switch', { name: 'Order automation' }).check({ force: true })
      await api.call('savePlatform', {
        params,
        body: {
          platform: { ...view.platform, is_mcm: true },
          market_implementations: view.market_implementations,
        },
      })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const merge = page.getByRole('dialog', { name: 'Sasha Support changed this while you were editing' })
      await expect(
        merge.getByRole('row', { name: /Multichannel manager No unchanged Yes Theirs/ }),
      ).toBeVisible()
      await merge.getByRole('button', { name: 'Save 1 field' }).click()
      await expect
        .poll(async () => (await api.call('getPlatform', { params })).platform)
        .toMatchObject({ is_mcm: true, supports_order_automation: true, is_marketplace: true })
    })
  })

  test(
    'removing a market that vendors use asks first, and contradictory flags say which one counts',
    nightly,
    async ({ page, api }) => {
      const used = (await api.call('listPlatforms', {})).find((one) => one.platform_handle === 'xcart')!
      const params = { platform_id: used.platform_id }
      const { market_implementations } = await api.call('getPlatform', { params })
      const market = market_implementations.toSorted((a, b) => b.vendors - a.vendors)[0]!
      const query = { page: 1, market_id: market.market_id }
      const { subscriptions } = await api.call('listPlatformSubscriptions', { params, query })
      await signIn(page, people.support, `/platforms/${used.platform_id}/basic`)
      for (const flag of ['Requires the Pro plan', 'Requires the Enterprise plan'])
        await page.getByRole('switch', { name: flag }).check({ force: true })
      await expect(page.getByText('With both plans on, vendors need Enterprise.')).toBeVisible()
      // chosen again it is chosen no more
      await page.getByRole('combobox', { name: 'Main market' }).click()
      await page.getByRole('option', { name: market.market_name, exact: true }).click()
      await page.getByRole('button', { name: `Remove ${market.market_name}` }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: `Remove ${market.market_name} from` })
      await expect(dialog.getByText(`Vendors using ${market.market_name}`)).toBeVisible()
      await expect(dialog.getByRole('link', { name: subscriptions[0]!.company })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect((await api.call('getPlatform', { params })).market_implementations).toHaveLength(
        market_implementations.length,
      )
    },
  )

  test('a logo upload accepts a single image', nightly, async ({ page, api }) => {
    const made = await makePlatform(api)
    await signIn(page, people.support, pathOf(made, 'basic'))
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await page.getByLabel('Logo file').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png, 'base64'),
    })
    await expect(page.getByText('Logo changed!')).toBeVisible()
    await expect(page.getByRole('img', { name: `Logo of ${made.platform.platform_name}` })).toBeVisible()
  })
})

test.describe('the field editor', () => {
  test('creates fields with handles, options and conditions, and previews them as a form', async ({
    page,
    api,
  }) => {
    const made = await makePlatform(api)
    await signIn(page, people.support, pathOf(made))
    const add = page.getByRole('button', { name: 'Add field' })
    const last = page.getByRole('group', { name: /^Field / })
    const choose = async (label: string, option: string) => {
      await last.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await add.click()
    await expect(last.getByRole('textbox', { name: 'Field name' })).toBeFocused()
    await page.keyboard.type('Sign in by')
    await choose('Type', 'Radio buttons')
    for (const [i, label] of ['Key', 'Password'].entries()) {
      await last.getByRole('button', { name: 'Add option' }).click()
      await last.getByRole('textbox', { name: `Label of option ${i + 1}` }).fill(label)
    }
    await add.click()
    await last.getByRole('textbox', { name: 'Field name' }).fill('Secret')
    await choose('Type', 'Password')
    await last.getByRole('checkbox', { name: 'Required' }).check()
    await last.getByRole('button', { name: 'Add condition' }).click()
    await last.getByRole('combobox', { name: 'Comparison of condition 1' }).click()
    await page.getByRole('option', { name: 'is not' }).click()
    await add.click()
    await last.getByRole('textbox', { name: 'Field name' }).fill('Secret')
    await expect(last.getByText('Handle: secret_2')).toBeVisible()

    // hidden while the condition doesn't hold, and then not asked
    const form = preview(page)
    await form.getByRole('radio', { name: 'Key' }).check()
    await expect(form.getByLabel('Secret', { exact: true })).toHaveCount(1)
    await form.getByRole('button', { name: 'Test form' }).click()
    await expect(page.getByText('Valid. Nothing was saved')).toBeVisible()
    await form.getByRole('radio', { name: 'Password' }).check()
    const secret = form.locator('input[type=password]')
    await form.getByRole('button', { name: 'Test form' }).click()
    await expect(form.getByText('Required')).toBeVisible()
    await secret.fill('hush')
    await form.getByRole('button', { name: 'Test form' }).click()
    await expect(page.getByText('Secrets aren’t shown')).toBeVisible()
    await expect(secret).toHaveValue('')
    await expect(secret).toHaveAttribute('placeholder', 'Saved. Type to replace it')

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Fields updated!')).toBeVisible()
    const { fields } = await api.call('getPlatform', { params: { platform_id: made.platform.platform_id } })
    expect(fields.map((f) => f.field_handle)).toEqual(['sign_in_by', 'secret', 'secret_2'])
    expect(fields[1]!.conditions).toEqual([{ field_handle: 'sign_in_by', value: 'Key', not_equal: true }])
  })

  test(
    'previews a menu with incomplete options, and names a duplicate option',
    nightly,
    async ({ page, api }) => {
      const menu = (type: 'select' | 'radio') => ({
        field_data_type: type,
        field_data_options: { choices: [{ value: 'Key', label: 'Key' }], text: '' },
      })
      const made = await makePlatform(api, [
        field('Login', 0, menu('radio')),
        field('Also', 1, menu('select')),
        field('Note', 2, { conditions: [{ field_handle: 'also', value: 'Key', not_equal: false }] }),
      ])
      await signIn(page, people.support, pathOf(made))
      for (const [name, label] of [
        ['Login', ''],
        ['Also', 'Key'],
      ] as const) {
        await page.getByRole('button', { name: new RegExp(`^${name} `) }).click()
        await page.getByRole('button', { name: 'Add option' }).click()
        await page.getByRole('textbox', { name: 'Label of option 2' }).fill(label)
      }
      await expect(preview(page).getByRole('radio')).toHaveCount(1)
      await expect(preview(page).getByRole('radio')).not.toBeChecked()
      await preview(page).getByRole('combobox', { name: 'Also' }).click()
      await expect(page.getByRole('option', { name: 'Key' })).toHaveCount(1)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Note / }).click()
      await expect(page.getByRole('combobox', { name: 'Value of condition 1' })).toHaveValue('Key')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Options 1 and 2 have the same label: Key', { exact: true })).toBeVisible()
      await expect(page.getByText('Option 2 has no label', { exact: true })).toBeVisible()
    },
  )

  test(
    'moves fields by keyboard, and restores a deleted field before saving',
    nightly,
    async ({ page, api }) => {
      const made = await makePlatform(api, [field('One', 0), field('Two', 1), field('Three', 2)])
      await signIn(page, people.support, pathOf(made))
      await page.getByRole('button', { name: 'Move One' }).focus()
      await page.keyboard.press('Space')
      // the places are measured a moment after the lift
      await expect(page.getByText(/(Draggable|Picked up draggable) item f\d+/)).toBeAttached()
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        const last = page.getByText(`was moved over droppable area f${made.fields[2]!.platform_field_id}`)
        await expect(last).toBeAttached({ timeout: 1000 })
      }).toPass()
      await page.keyboard.press('Space')
      await expect(fieldsOf(page).first()).toHaveAccessibleName('Move Two')
      await page.getByRole('button', { name: 'Delete Three' }).click()
      await page.getByRole('button', { name: 'Delete Two' }).click()
      await expect(preview(page).getByRole('textbox')).toHaveCount(1)
      await page.getByRole('button', { name: 'Restore Three' }).click()
      await expect(preview(page).getByRole('textbox')).toHaveCount(2)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Fields updated!')).toBeVisible()
      await expect(fieldsOf(page)).toHaveCount(2)
      const { fields } = await api.call('getPlatform', { params: { platform_id: made.platform.platform_id } })
      expect(fields.map((f) => f.field_name)).toEqual(['Three', 'One'])
    },
  )

  test('reports at once a field moved above the one its condition needs', nightly, async ({ page, api }) => {
    const conditions = [{ field_handle: 'one', value: 'x', not_equal: false }]
    const made = await makePlatform(api, [field('One', 0), field('Two', 1, { conditions })])
    await signIn(page, people.support, pathOf(made))
    await page.getByRole('button', { name: 'Move Two' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(/(Draggable|Picked up draggable) item f\d+/)).toBeAttached()
    await expect(async () => {
      await page.keyboard.press('ArrowUp')
      const first = page.getByText(`was moved over droppable area f${made.fields[0]!.platform_field_id}`)
      await expect(first).toBeAttached({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Space')
    await expect(page.getByText('Choose a field above this one', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Test form' })).toBeDisabled()
    await expect(preview(page)).toContainText('Fix this first. Two: ')
  })

  test.describe('with two people', () => {
    test.use({ expected: [/409/] })
    test('merges their changes field by field', nightly, async ({ page, api }) => {
      const made = await makePlatform(api, [field('One', 0), field('Two', 1)])
      const [one, two] = made.fields
      const params = { platform_id: made.platform.platform_id }
      await signIn(page, people.admin, pathOf(made))
      await page.getByRole('button', { name: /^One/ }).click()
      await page.getByRole('checkbox', { name: 'Required' }).check()
      const fields = [one!, { ...two!, field_name: 'Second' }]
      await api.call('savePlatformFields', { params, body: { fields } })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const merge = page.getByRole('dialog', { name: 'Sasha Support changed this while you were editing' })
      await expect(merge.getByRole('row', { name: 'Two: name Two unchanged Second Theirs' })).toBeVisible()
      await expect(merge.getByRole('row', { name: 'One: required No Yes unchanged Yours' })).toBeVisible()
      await merge.getByRole('button', { name: 'Save 1 field' }).click()
      await expect(page.getByText('Fields updated!')).toBeVisible()
      const { fields: now } = await api.call('getPlatform', { params })
      expect(now.map((f) => [f.field_name, f.required])).toEqual([
        ['One', true],
        ['Second', false],
      ])
    })
  })

  test('opens an invalid field and says what is wrong', nightly, async ({ page, api }) => {
    const made = await makePlatform(api, [field('One', 0)])
    await signIn(page, people.support, pathOf(made))
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('button', { name: /^New field/ }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Please fix the errors listed in red and try again')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Field name' })).toBeFocused()
    await expect(page.getByText('Enter a name', { exact: true })).toBeVisible()
  })

  test('shows before saving which vendors a change affects, and asks before deleting anything', async ({
    page,
    api,
  }) => {
    // what vendors have filled in is the demonstration's
    const used = (await api.call('listPlatforms', {})).find((one) => one.platform_handle === 'xcart')!
    await signIn(page, people.support, `/platforms/${used.platform_id}/fields`)
    await page.getByRole('button', { name: 'Delete FTP password' }).click()
    await expect(page.getByText(/Values of \d+ vendors are deleted/)).toBeVisible()
    // a draft that isn't complete yet touches the same vendors
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('textbox', { name: 'Field name' }).fill('Soon')
    await page.getByRole('textbox', { name: 'Field name' }).fill('')
    await expect(page.getByText(/Values of \d+ vendors are deleted/)).toBeVisible()
    await page.getByRole('button', { name: 'Delete New field' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete values of \d+ vendors\?$/ })
    await expect(dialog.getByText(/FTP password: Values of \d+ vendors are deleted/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Restore FTP password' }).click()
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  })
})

test('subscriptions are listed by market and link to each vendor', nightly, async ({ page, api }) => {
  const used = (await api.call('listPlatforms', {})).find((one) => one.platform_name === 'Amazon')!
  await signIn(page, people.support, `/platforms/${used.platform_id}/subscriptions`)
  const rows = page.getByRole('table', { name: 'Vendors' }).getByRole('row')
  await page.getByText(/^Amazon UK \d+$/).click()
  await expect(rows.nth(1)).toContainText('Amazon UK')
  await expect(rows.filter({ hasText: 'Amazon Germany' })).toHaveCount(0)
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/vendors\/view\/\d+$/)
})
