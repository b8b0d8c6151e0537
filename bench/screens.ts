// How soon a person can use each screen: a browser with nothing kept, its processor four times slower, over
// 1,000 suppliers of 50 runs each; and the Monitoring Dashboard of all of them at full speed.
import { chromium, type Browser } from '@playwright/test'
import pg from 'pg'
import { ensureWebApp, webDir } from '#server/web-app.ts'
import { chromiumPath } from '../e2e/chromium.ts'
import { openCaller } from './client.ts'
import type { Figure } from './feed.ts'
import { makeJobs, makeSuppliers } from './list-rows.ts'

const jobs = 20_000
const paths = [
  '/suppliers/',
  '/suppliers/?of=sync',
  '/suppliers/featured',
  '/suppliers/mapping-report',
  '/suppliers/view/7',
  '/suppliers/view/7/config',
  '/suppliers/view/7/monitoring',
  '/suppliers/view/7/subscriptions',
  '/suppliers/view/7/stats',
  '/suppliers/view/7/log',
  '/vendors/search',
  '/dashboards/monitoring',
  '/dashboards/monitoring?mode=summary',
  '/dashboards/dashboard',
  '/dashboards/updating',
  '/dashboards/servers',
  '/jobs',
  '/jobs/7',
  '/reports/update-failures',
]

export async function benchScreens(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const web = { version: await ensureWebApp(), webDir }
  const caller = await openCaller(url, dir, web)
  await makeSuppliers(client)
  await makeJobs(client, jobs)
  await client.end()
  const browser = await chromium.launch({ executablePath: await chromiumPath() })
  const figures: Figure[] = []
  const measure = async (path: string, slower: number, bar: number) => {
    const { usable, nodes, requests, kilobytes } = await open(browser, caller, path, slower)
    const result = `${usable} ms; ${nodes} nodes, ${requests} requests, ${kilobytes} kB of script`
    process.stderr.write(`${path}: ${result}\n`)
    figures.push({
      subject: `${path}, ${slower === 1 ? 'a processor as it is' : `a processor ${slower} times slower`}`,
      result,
      limit: `${bar} ms`,
      ratio: (usable / bar).toFixed(2),
      aim: '< 1',
    })
  }
  // don't measure what the server builds once
  await open(browser, caller, '/dashboards/monitoring', 1)
  for (const path of ['/dashboards/monitoring', '/dashboards/dashboard', '/jobs'])
    await measure(path, 1, 1000)
  for (const path of paths) await measure(path, 4, 3000)
  await browser.close()
  await caller.close()
  return figures
}

interface ScreenMarks {
  /** ms from the address to the first row or field, and until the main thread has no long task left */
  usable: number
  nodes: number
  requests: number
  kilobytes: number
}

async function open(
  browser: Browser,
  { base, headers }: { base: string; headers: Record<string, string> },
  path: string,
  slower: number,
): Promise<ScreenMarks> {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } })
  // the second cookie tells the app that it may ask for the session
  const cookies = `${headers.cookie!}; signed-in=1`.split('; ').map((pair) => pair.split(/=(.*)/s))
  await context.addCookies(cookies.map(([name, value]) => ({ name: name!, value: value!, url: base })))
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  let requests = 0
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    requests++
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.addInitScript(() => {
    const marks = window as unknown as { usable?: number; busyUntil: number }
    marks.busyUntil = 0
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (marks.usable === undefined || startTime < marks.usable + 200)
          marks.busyUntil = startTime + duration
    }).observe({ type: 'longtask', buffered: true })
    const look = () => {
      const waits = document.querySelector('[aria-busy=true], .mantine-Skeleton-root')
      const content = document.querySelector('main :is(tbody tr, input, dd, .empty)')
      if (document.querySelector('h1') && content && !waits) marks.usable = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => (window as unknown as { usable?: number }).usable !== undefined)
  await page.waitForLoadState('networkidle')
  if (page.url().includes('/login')) throw new Error(`${path} leads to the sign-in`)
  const marks = await page.evaluate(() => {
    const { usable, busyUntil } = window as unknown as { usable: number; busyUntil: number }
    return { usable: Math.max(usable, busyUntil), nodes: document.querySelectorAll('*').length }
  })
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + body.length, 0)
  await context.close()
  return {
    usable: Math.round(marks.usable),
    nodes: marks.nodes,
    requests,
    kilobytes: Math.round(bytes / 1000),
  }
}
