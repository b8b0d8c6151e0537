import { accessible, expect, nightly, people, signIn, test, unique, type Api } from './fixtures.ts'

const columns = ['sku', 'title', 'wholesale_price', 'quantity', 'manufacturer'] as const

/** A supplier with drills, and a file with an ASIN for each, of which the first `sure` are sure. */
async function drills(api: Api, n: number, sure: number) {
  const mark = unique().slice(-4)
  const codes = Array.from({ length: n }, (_, i) => `DR${mark}${100 + i}`)
  const supplier = await api.makeFeed(
    columns,
    codes.map((code, i) => [code, `Brightline ${code} drill black`, `${40 + i}.00`, 5, 'Brightline']),
  )
  expect((await api.runFeed(supplier)).state).toBe('applied')
  await expect
    .poll(
      async () => (await api.call('findProducts', { query: { q: codes.at(-1) ?? '' } })).products.length,
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(0)
  const asins = codes.map((_, i) => `B0${`${mark}${i}`.padStart(8, '0').slice(-8)}`)
  const lines = codes.map((code, i) =>
    [code, asins[i], `Brightline drill ${code} ${i < sure ? 'black' : 'white'}`, 'Brightline', code].join(
      ',',
    ),
  )
  return { ...supplier, asins, text: ['SKU,ASIN,Title,Brand,MPN', ...lines].join('\n') }
}
const csvFile = (text: string, name = 'asins.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test('a file of ASINs is uploaded, reviewed by keys, and a decision is undone', async ({ page, api }) => {
  test.setTimeout(120_000)
  const { asins, text, dropshipper_id } = await drills(api, 3, 1)
  await signIn(page, people.support, `/products/asins?supplier=${dropshipper_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'ASIN Tools' })).toBeVisible()
  await page.getByLabel('ASIN file', { exact: true }).setInputFiles(csvFile(text))
  await expect(page.getByText(/^asins\.csv: 3 lines read/)).toBeVisible({ timeout: 60_000 })
  const compared = page.getByRole('group', { name: 'Product and suggested items' })
  await expect(compared.getByText(/Same model number DR/)).toBeVisible({ timeout: 30_000 })
  await accessible(page)
  await page.keyboard.press('1')
  await expect(page.getByText('Successfully updated ASIN')).toBeVisible()
  await expect(compared.getByText('Different color: black, white')).toBeVisible()
  await expect(compared.getByText(asins[0]!)).toHaveCount(0)
  // keys are taken once the one before is answered
  const sku = async () => /DR\w{4}\d{3}/.exec(await compared.innerText())?.[0]
  const second = await sku()
  await page.keyboard.press('n')
  await expect.poll(sku).not.toBe(second)
  await page.keyboard.press('s')
  await expect(page.getByText('No products left to match here.')).toBeVisible()
  await page.keyboard.press('u')
  await expect(compared).toBeVisible()
  await page.keyboard.press('u')
  await expect.poll(sku).toBe(second)
  // a link to a page of Amazon is an ASIN, too
  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Other ASIN' }).fill('no asin')
  await expect(page.getByText('Not a valid ASIN')).toBeVisible()
  await page.getByRole('textbox', { name: 'Other ASIN' }).fill('https://www.amazon.com/dp/B0OTHER001')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully updated ASIN').first()).toBeVisible()
})

test.describe('a file that can’t be used', () => {
  test.use({ expected: [/400/] })
  test('is refused with the reason', async ({ page }) => {
    await signIn(page, people.support, '/products/asins')
    await page.getByLabel('ASIN file', { exact: true }).setInputFiles(csvFile('SKU,Name\nA,B\n'))
    await expect(page.getByText('The file can’t be used: it has no ASIN column')).toBeVisible()
  })
})

test('sure matches are accepted at once, and that is undone', nightly, async ({ page, api }) => {
  test.setTimeout(120_000)
  const { text, dropshipper_id } = await drills(api, 4, 3)
  await signIn(page, people.support, `/products/asins?supplier=${dropshipper_id}`)
  await page.getByLabel('ASIN file', { exact: true }).setInputFiles(csvFile(text))
  await expect(page.getByText(/^asins\.csv: 4 lines read/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Accept 3 sure matches…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept sure matches?' })
  await expect(dialog.getByText(/^3 products get their ASIN/)).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Accept 3 matches' }).click()
  await expect(page.getByText(/^Job \d+ is accepting them/)).toBeVisible()
  const batch = page.getByRole('row', { name: /Sure matches/ }).first()
  await expect(batch.getByText(/^Accepted/)).toBeVisible({ timeout: 30_000 })
  await batch.getByRole('button', { name: 'Undo…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 3 ASINs' }).click()
  await expect(page.getByText(/3 restored, 0 kept/).first()).toBeVisible({ timeout: 30_000 })
})
