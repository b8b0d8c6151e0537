// Takes the README's picture of the monitoring dashboard from a running demonstration:
// `node tools/readme-picture.ts http://127.0.0.1:4000`.
import { chromium } from '@playwright/test'
import { chromiumPath } from '../e2e/chromium.ts'

const address = process.argv[2] ?? 'http://127.0.0.1:4000'
const browser = await chromium.launch({ executablePath: await chromiumPath() })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: address })
await page.goto('/login')
await page.getByLabel('Email').fill('support@feedstock.test')
await page.getByRole('textbox', { name: 'Password' }).fill('feedstock-demo')
await page.getByRole('button', { name: 'Sign in', exact: true }).click()
await page.waitForURL((url) => url.pathname !== '/login')
await page.goto('/dashboards/monitoring')
await page.getByRole('row').nth(5).waitFor()
await page.waitForLoadState('networkidle')
await page.screenshot({ path: 'docs/monitoring-dashboard.png' })
await browser.close()
