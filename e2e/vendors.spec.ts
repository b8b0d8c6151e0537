import { expect, people, signIn, test } from './fixtures.ts'

test('the search finds while typing, keeps its filters in the address, and Enter opens the first', async ({
  page,
  api,
}) => {
  const { email } = await api.someVendor()
  await signIn(page, people.support)
  const box = page.getByRole('textbox', { name: 'Search users' })
  await expect(box).toBeFocused()
  await box.press('Enter')
  await expect(page.getByText('You need to enter a search term first')).toBeVisible()
  await box.fill(email)
  await expect.poll(() => new URL(page.url()).searchParams.get('term')).toBe(email)
  await expect(page.getByRole('table', { name: 'Users' }).getByText(email)).toBeVisible()
  await expect(page.locator('.dimmed-rows')).toHaveCount(0)
  await box.press('Enter')
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue(email)
})
