import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

export const people = { admin: 'admin@feedstock.test', support: 'support@feedstock.test', customer: 'customer@feedstock.test' } as const
export const password = 'feedstock-demo'

interface Fixtures {
  /** Console errors and page errors that a test expects; any other one fails it. */
  expected: RegExp[]
  quiet: void
}

/** Every test fails on a console error or warning that it did not expect. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the braces
  expected: async ({}, use) => use([]),
  quiet: [
    async ({ page, expected }, use) => {
      const said: string[] = []
      page.on('console', (m) => (m.type() === 'error' || m.type() === 'warning') && said.push(m.text()))
      page.on('pageerror', (e) => said.push(e.message))
      await use()
      expect(said.filter((s) => !expected.some((e) => e.test(s)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

export async function signIn(page: Page, email: string, next = ''): Promise<void> {
  await page.goto(`/login${next && `?next=${encodeURIComponent(next)}`}`)
  await page.getByLabel('Email').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** No accessibility violation of WCAG 2.2 AA on what is shown. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(
    violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => `${n.target.join(' ')} ${n.failureSummary?.slice(0, 200)}`)
          .join(' | ')}`,
    ),
  ).toEqual([])
}

/** A call from inside the page, with its session. */
export const ask = <T>(page: Page, path: string): Promise<T> => page.evaluate(async (p) => (await (await fetch(p)).json()) as T, path)
