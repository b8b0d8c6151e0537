import { chromium } from './node_modules/@playwright/test/index.mjs'
import { chromiumPath } from './e2e/chromium.ts'
const [,, who, ...pages] = process.argv
const b = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] })
const dark = process.env.DARK === '1'
const c = await b.newContext({ viewport: { width: Number(process.env.W ?? 1440), height: 900 }, colorScheme: dark ? 'dark' : 'light' })
const p = await c.newPage()
p.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
p.on('pageerror', (e) => console.log('pageerror', e.message))
await p.goto('http://localhost:8131/login')
await p.getByLabel('Email').fill(who + '@feedstock.test')
await p.getByLabel('Password', {exact:true}).fill('feedstock-demo')
await p.getByRole('button', { name: /sign in/i }).first().click()
await p.waitForURL((u) => !u.pathname.startsWith('/login'))
for (const [i, path] of pages.entries()) {
  await p.goto('http://localhost:8131' + path)
  await p.waitForLoadState('networkidle')
  await p.waitForTimeout(800)
  await p.screenshot({ path: `/tmp/shot-${process.env.N ?? ''}${i}.png`, fullPage: process.env.FULL === "1" })
}
await b.close()
