import { expect, nightly, people, signIn, test, unique } from './fixtures.ts'

test('each figure of the report leads to registrations whose sum it is', async ({ page }) => {
  await signIn(page, people.support, '/marketing-campaigns')
  const table = page.getByRole('table', { name: 'Campaigns' })
  const direct = table.getByRole('row', { name: /^Direct/ })
  const figures = direct.getByRole('link')
  const registrations = await figures.first().textContent()
  const revenue = await figures.nth(3).textContent()
  await figures.nth(3).click()
  await expect(page).toHaveURL(/\/marketing-campaigns\/registrations\?/)
  const rows = page.getByRole('table', { name: 'Registrations' })
  await expect(rows.getByRole('row', { name: /^Total/ })).toContainText(revenue!)
  await page.goBack()
  await figures.first().click()
  await expect(rows.getByRole('row', { name: /^Total/ })).toContainText(`Total ${registrations}`)
  await page.goBack()
  const all = table
    .getByRole('row', { name: /^Total/ })
    .getByRole('link')
    .first()
  const total = await all.textContent()
  await all.click()
  await expect(rows.getByRole('row', { name: /^Total/ })).toContainText(`Total ${total}`)
})

test('the counts of a campaign and an affiliate lead to their registrations', async ({ page }) => {
  await signIn(page, people.support, '/marketing-campaigns?of=links')
  for (const list of ['links', 'affiliates']) {
    await page.goto(`/marketing-campaigns?of=${list}`)
    const counts = page.getByRole('table', { name: list === 'links' ? 'Campaign links' : 'Affiliates' })
    const first = counts.locator('a[href*="registrations"]').first()
    const registered = await first.textContent()
    await first.click()
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(`Total ${registered}`)
  }
})

test.describe('a range', () => {
  test('that ends before it begins is refused; last month is one click away', async ({ page }) => {
    await signIn(page, people.support, '/marketing-campaigns?interval=week&start=2026-01-01&end=2026-02-01')
    await expect(page.getByRole('table', { name: 'Periods' })).toBeVisible()
    await page.getByLabel('From', { exact: true }).fill('2026-03-01')
    await expect(page.getByRole('alert')).toHaveText('Enter a day on or after the first day')
    await page.getByRole('button', { name: 'Last month' }).click()
    await expect(page).not.toHaveURL(/start=/)
    await expect(page.getByRole('table', { name: 'Periods' })).toBeVisible()
  })
})

test(
  'a campaign is added, and its link leads on, counts, and brings a registration',
  nightly,
  async ({ page, api, browser, baseURL }) => {
    const name = `Campaign ${unique()}`
    await signIn(page, people.support, '/marketing-campaigns?of=links')
    await page.getByRole('button', { name: 'Add campaign…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add campaign' }).click()
    await expect(dialog.getByText('Enter a code')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    const code = unique().toLowerCase()
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
    await dialog.getByRole('textbox', { name: 'Landing page' }).fill(`${baseURL}/login`)
    await dialog.getByRole('button', { name: 'Add campaign' }).click()
    await expect(page.getByText('Campaign added')).toBeVisible()
    const visitor = await browser.newContext({ baseURL: baseURL! })
    const visit = await visitor.newPage()
    await visit.goto(`/c/${code}`)
    await expect(visit).toHaveURL(/\/login/)
    await visitor.close()
    const { campaign_id } = (await api.call('listCampaigns', {})).find((one) => one.campaign_name === name)!
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
    const email = `${code}@example.com`
    await api.call('inviteUser', { body: { email, company: `Shop ${code}`, campaign_id } })
    const letter = (await api.call('listKeptMail', {})).find(({ recipient }) => recipient === email)!
    expect(letter.text).toContain(`utm_campaign=${code}`)
  },
)
