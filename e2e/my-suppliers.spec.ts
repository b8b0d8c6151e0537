import { accessible, expect, nightly, nightlyOwnContext, people, signIn, test } from './fixtures.ts'

// a phone by day: e2e/screens.spec.ts sees the screen at the other widths
for (const width of [375, 800, 1440])
  test(
    `a customer sees at ${width} px what is wrong with a supplier and since when`,
    width === 375 ? {} : nightly,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await signIn(page, people.customer, '/account/suppliers')
      await expect(page.getByText(/of your \d+ active suppliers are up to date/)).toBeVisible()
      const supplier = page
        .getByRole('list', { name: 'My suppliers' })
        .getByRole('listitem')
        .filter({ hasText: 'Golden Gate Imports' })
      await expect(supplier).toContainText('Stock may be old')
      // late since days; whether its newest file didn't come or couldn't be had is the clock's
      await expect(supplier).toContainText(/Their new file is overdue\.|We can’t download their file\./)
      // its store’s first update may be under way
      await expect(supplier).toContainText(/[\d,]+ listed|Not listed yet/)
      await expect(page.getByRole('list', { name: 'My stores' })).toContainText('Carla’s Corner')
      // it was sent everything, but not everything is new
      await expect(page.getByRole('list', { name: 'My stores' })).toContainText('Partly out of date')
      // what one pauses is called so everywhere
      await expect(page.getByRole('listitem').filter({ hasText: 'Ironwood Sporting Goods' })).toContainText(
        'Paused',
      )
      await expect(page.getByRole('list', { name: 'My suppliers' })).not.toContainText(/froze/i)
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrollWidth).toBeLessThanOrEqual(width)
      await accessible(page)
      // who looks at it, and since when they know
      await expect(
        page.getByText(/Our team is reviewing it.* We alerted our team .* ago/).first(),
      ).toBeVisible()
      // there is no age before the store's first update, which a fresh demonstration still has under way
      const age = supplier.getByRole('img', {
        name: /^Stock and prices are .* old\. We promise 2 days or less\.$/,
      })
      await expect(async () => {
        if (!(await age.isVisible())) await page.reload()
        await expect(age).toBeVisible({ timeout: 3000 })
      }).toPass({ timeout: 60_000 })
      await supplier.getByRole('button', { name: 'Actions for Golden Gate Imports' }).click()
      await page.getByRole('menuitem', { name: /^History/ }).click()
      const history = page.getByRole('dialog', { name: 'History for Golden Gate Imports' })
      await expect(history.getByRole('listitem').first()).toContainText('not fixed yet')
      await accessible(page)
      await history.getByRole('button', { name: 'Close' }).click()
      await expect(history).toBeHidden()
    },
  )

test('emails about one supplier or all are turned on, and off again with Undo', nightly, async ({ page }) => {
  await signIn(page, people.customer, '/account/suppliers')
  const menu = page.getByRole('button', { name: 'Actions for Westbrook Jewelry' })
  const mailed = page.getByText(/On for \d+ of \d+\./)
  const before = (await mailed.textContent())!
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Email me about problems' }).press('Enter')
  await expect(page.getByText('Emails about Westbrook Jewelry turned on')).toBeVisible()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Stop emails about problems' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mailed).toHaveText(before)
  await page.getByRole('button', { name: 'Turn on for all' }).click()
  await expect(page.getByText(/On for (\d+) of \1\./)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(mailed).toHaveText(before)
  await page.reload()
  await expect(mailed).toHaveText(before)
})

test(
  'a supplier’s problem is described without internal addresses, paths or names',
  nightly,
  async ({ page }) => {
    await signIn(page, people.customer, '/account/suppliers')
    await expect(page.getByRole('heading', { name: 'My Suppliers and Store' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'My suppliers' })).not.toContainText(
      /https?:|ECONN|Sasha|Run \d/,
    )
  },
)

test(
  'emails turned off through an unsubscribe link show as off, and can be turned on again',
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    const ended = (path: string, more: object) =>
      page.route(
        path,
        async (route) => {
          const answer = await route.fetch()
          return route.fulfill({ json: { ...((await answer.json()) as object), ...more } })
        },
        { times: 1 },
      )
    await ended('**/api/account/suppliers', { mails_to: [], mails_ended: [people.customer] })
    await signIn(page, people.customer, '/account/suppliers')
    for (const mails of ['emails about supplier problems', 'notifications']) {
      const said = page.getByText(`${people.customer} unsubscribed from ${mails}.`)
      await expect(said).toBeVisible()
      await accessible(page)
      await page.getByRole('button', { name: 'Turn back on' }).click()
      await expect(page.getByText('Emails turned back on')).toBeVisible()
      await expect(said).toHaveCount(0)
      await ended('**/api/account/details', { updates_ended: [people.customer] })
      await page.goto('/account/details')
    }
  },
)

test('an address that bounced shows as bouncing, not as subscribed', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  for (const path of ['suppliers', 'details']) {
    await page.route(`**/api/account/${path}`, async (route) => {
      const answer = (await (await route.fetch()).json()) as object
      const gone = { mails_to: [], mails_ended: [], mails_unreachable: [people.customer] }
      return route.fulfill({ json: { ...answer, ...gone } })
    })
  }
  await signIn(page, people.customer, '/account/suppliers')
  const said = page.getByText(`Emails to ${people.customer} bounced or were reported as spam`)
  await expect(said).toBeVisible()
  await expect(page.getByText('No other email addresses.')).toBeVisible()
  await accessible(page)
  await page.goto('/account/details')
  await expect(said).toBeVisible()
  await accessible(page)
})

test('a store that isn’t syncing links to where that can be fixed', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.route('**/api/account/suppliers', async (route) => {
    const answer = await route.fetch()
    const view = (await answer.json()) as { stores: object[] }
    const states = {
      unpaid: 'Nothing is sent to it.',
      suspended: 'Until it is active.',
      stopped: 'We need a new login or key.',
    }
    const stores = Object.entries(states).map(([state, text], i) => ({
      ...view.stores[0],
      vendor_store_id: i,
      vendor_store_name: state,
      state,
      text,
    }))
    return route.fulfill({ json: { ...view, unpaid: true, stores } })
  })
  await signIn(page, people.customer, '/account/suppliers')
  await expect(page.getByText('You have an unpaid bill.')).toBeVisible()
  await page.getByRole('link', { name: 'Review billing' }).click()
  await expect(page).toHaveURL('/account/billing-information')
  for (const [store, way, path] of [
    ['unpaid', 'View bill', '/account/billing-information'],
    ['suspended', 'Contact us', '/account/contact-us'],
    ['stopped', 'Contact us', '/account/contact-us'],
  ] as const) {
    await signIn(page, people.customer, '/account/suppliers')
    const row = page
      .getByRole('list', { name: 'My stores' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: store, exact: true }) })
    await row.getByRole('link', { name: way }).click()
    await expect(page).toHaveURL(path)
  }
})

test('a stopped store or a suspended account is listed before what works', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.route('**/api/account/suppliers', async (route) => {
    const answer = await route.fetch()
    const view = (await answer.json()) as { stores: object[] }
    const stores = [{ ...view.stores[0], state: 'stopped', text: 'It doesn’t let us in any more.' }]
    return route.fulfill({ json: { ...view, stores, unpaid: false } })
  })
  await signIn(page, people.customer, '/account/suppliers')
  await expect(page.getByText(/1 store can’t be updated\. See why\. .* up to date/)).toBeVisible()
  await page.getByRole('link', { name: 'See why' }).click()
  await expect(page.getByText('It doesn’t let us in any more.')).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'My stores' })).toBeInViewport()
})

test('a suspended account is told why and how to pay at the top of every page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.route('**/api/account/standing', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    return route.fulfill({ json: { ...answer, inactive: 'suspended', owed: '599.00' } })
  })
  await signIn(page, people.customer, '/account/suppliers')
  const band = page.getByRole('alert', { name: 'Account status' })
  await expect(band).toContainText('Your account is suspended: $599 is unpaid.')
  await accessible(page)
  await band.getByRole('link', { name: 'Pay $599' }).click()
  await expect(page).toHaveURL('/account/billing-information')
  for (const path of ['product-alerts', 'subscriptions', 'details', 'contact-us']) {
    await page.goto(`/account/${path}`)
    await expect(band).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toHaveAttribute(
      'href',
      /^mailto:.+@/,
    )
  }
})

test('a new account sees its first steps until they are done', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.route('**/api/account/suppliers', async (route) => {
    const view = (await (await route.fetch()).json()) as object
    return route.fulfill({ json: { ...view, suppliers: [], stores: [] } })
  })
  await signIn(page, people.customer, '/account/suppliers')
  const steps = page.getByRole('list', { name: 'Get started' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /^1Choose your suppliers/,
    /^2Connect your store/,
    /^Add your card, done$/,
  ])
  await accessible(page)
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('list', { name: 'My suppliers' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test.describe('on a tablet', nightlyOwnContext, () => {
  test.use({ hasTouch: true, viewport: { width: 800, height: 1000 } })
  test('touch targets are as large as on a phone', async ({ page }) => {
    await signIn(page, people.customer, '/account/contact-us')
    const line = page.locator('.mantine-Radio-body').first()
    await expect.poll(async () => (await line.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const field = await page.getByLabel('Your name').boundingBox()
    expect(field!.height).toBeGreaterThanOrEqual(44)
    await page.goto('/account/billing-information')
    await expect
      .poll(async () => (await page.getByRole('button', { name: 'next page' }).boundingBox())?.height)
      .toBeGreaterThanOrEqual(44)
  })
})
