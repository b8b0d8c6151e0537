import { expect, nightly, people, signIn, test, type Api } from './fixtures.ts'

/** A user whom no other test opens, by position in the order of registration. */
async function userAt(api: Api, place: number) {
  const { users } = await api.call('searchDirectUsers', { body: { sort: 'oldest', page: 5 } })
  return users.filter((user) => !user.differs && user.direct_plan_type_id !== 5)[place]!
}

test('a user is found, gets another plan after confirmation, and the change reaches IS Direct', async ({
  page,
  api,
}) => {
  const user = await userAt(api, 0)
  await signIn(page, people.finance, '/direct-app/')
  await page.getByRole('textbox', { name: 'Search IS Direct users' }).fill(user.email)
  await page.getByRole('link', { name: String(user.id) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.email)
  await page.getByRole('combobox', { name: 'Plan' }).click()
  const plan = user.direct_plan_type_id === 4 ? 'Growth, $59 a month' : 'Scale, $119 a month'
  await page.getByRole('option', { name: plan }).click()
  await page.getByLabel('Next charge date').fill('2031-03-04')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: `Change plan of ${user.email}` })
  await expect(dialog).toContainText('3/4/31')
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText('User saved')).toBeVisible()
  await expect
    .poll(async () => (await api.call('getDirectUser', { query: { id: user.id } })).sync.unsent, {
      timeout: 30_000,
    })
    .toEqual([])
  await page.getByRole('tab', { name: /^Order history/ }).click()
  await expect(page).toHaveURL(`/direct-app/view/${user.id}/orders`)
})

test('a charge date that isn’t from tomorrow on is refused at its field', async ({ page, api }) => {
  const user = await userAt(api, 1)
  await signIn(page, people.finance, `/direct-app/view/${user.id}`)
  const date = page.getByLabel('Next charge date')
  await date.fill('2025-01-02')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(date).toHaveAccessibleDescription(/\(UTC\) or later/)
})

test(
  'where IS Direct has another plan, both are shown until a person decides',
  nightly,
  async ({ page, api }) => {
    const find = async () =>
      (await api.call('searchDirectUsers', { body: { sort: 'id' } })).users.find((user) => user.differs)
    await api.call('syncDirectUser', { body: {} })
    await expect.poll(find, { timeout: 60_000 }).toBeTruthy()
    const user = (await find())!
    await signIn(page, people.finance, `/direct-app/view/${user.id}`)
    await expect(page.getByRole('heading', { name: 'Differs from IS Direct' })).toBeVisible()
    await page.getByRole('button', { name: 'Resolve…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Resolve' })).toBeDisabled()
    await dialog
      .getByText(/^IS Direct: /)
      .first()
      .click()
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await expect(page.getByRole('heading', { name: 'Differs from IS Direct' })).toBeHidden()
  },
)

test('support reads, and is told why nothing can be changed', nightly, async ({ page, api }) => {
  const user = await userAt(api, 2)
  await signIn(page, people.support, `/direct-app/view/${user.id}`)
  await expect(page.getByText('Only finance, account managers and admins can change')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeDisabled()
})
