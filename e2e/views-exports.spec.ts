import { expect, people, signIn, test, unique } from './fixtures.ts'

test.describe('saved views', () => {
  test('keep filters, sort and columns under a name, and the address shows exactly that to another person', async ({
    page,
    browser,
  }) => {
    const name = `With errors ${unique()}`
    await signIn(page, people.support, '/jobs')
    const headers = page.getByRole('table', { name: 'Jobs' }).getByRole('columnheader')
    await page.getByText('With errors', { exact: true }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Ended' }).uncheck()
    await page.keyboard.press('Escape')
    // by the keyboard alone
    await page.getByRole('button', { name: 'Views' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Save this view…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByLabel('Share with all staff').check()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `View ${name}`, exact: true })).toBeVisible()
    await expect(page).toHaveURL(/state=3.*view=\d+|view=\d+.*state=3/)
    const link = page.url()

    const theirs = await browser.newPage()
    await signIn(theirs, people.admin, link)
    await expect(theirs.getByRole('button', { name: `View ${name}`, exact: true })).toBeVisible()
    await expect(theirs.getByRole('radio', { name: 'With errors' })).toBeChecked()
    const theirHeaders = theirs.getByRole('table', { name: 'Jobs' }).getByRole('columnheader')
    await expect(theirHeaders.filter({ hasText: 'Ended' })).toHaveCount(0)
    await theirs.close()

    // without the view one's own columns are back as they were chosen
    await page.getByRole('button', { name: `View ${name}` }).click()
    await page.getByRole('menuitem', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL(/\/jobs$/)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Ended' }).check()
    await page.keyboard.press('Escape')
    await expect(headers.filter({ hasText: 'Ended' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(headers.filter({ hasText: 'Ended' })).toHaveCount(0)
    await expect(page.getByRole('radio', { name: 'With errors' })).toBeChecked()
  })

  test('say when they are edited, are saved over, renamed and deleted; a link to a deleted one keeps its filters', async ({
    page,
  }) => {
    const name = `Mine ${unique()}`
    await signIn(page, people.support, '/suppliers/?query=a')
    const menu = page.getByRole('button', { name: /^Views?\b/ })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await page.getByLabel('Search suppliers').fill('b')
    await expect(menu).toHaveAccessibleName(`View ${name}, edited`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save changes' }).click()
    await expect(menu).toHaveAccessibleName(`View ${name}`)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu).toHaveAccessibleName(`View ${name} again`)
    const link = page.url()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await expect(menu).toHaveAccessibleName('Views')
    await expect(page).toHaveURL(/\/suppliers\/$/)
    await page.goto(link)
    await expect(page.getByText('This view isn’t there any more. Its filters are.')).toBeVisible()
    await expect(page.getByLabel('Search suppliers')).toHaveValue('b')
  })
})
