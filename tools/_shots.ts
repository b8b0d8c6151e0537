import { chromium } from '@playwright/test'
const base = process.env.BASE ?? 'http://127.0.0.1:4100'
const only = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-background-networking'] })
for (const [w, scheme] of [[1440,'light'],[800,'dark']] as const) {
  const c = await b.newContext({ viewport: { width: w, height: 950 }, colorScheme: scheme as any })
  const p = await c.newPage()
  p.on('console', m => { if (m.type()==='error'||m.type()==='warning') console.log(w, 'CONSOLE', m.type(), m.text().slice(0,300)) })
  p.on('pageerror', e => console.log(w,'PAGEERROR', e.message.slice(0,300)))
  await p.goto(base + '/login'); 
  await p.screenshot({ path: `/tmp/shots/login-${w}.png` })
  await p.fill('input[type=email]', 'admin@feedstock.test'); await p.fill('input[type=password]', 'feedstock-demo'); await p.click('button[type=submit]')
  await p.waitForURL('**/vendors/search'); 
  const held = await p.evaluate(async () => (await (await fetch('/api/suppliers/monitoring/list')).json()).suppliers.filter((s: any) => s.held_run_id).map((s: any) => [s.held_run_id, s.dropshipper_id]))
  const [h, sid] = held[0]
  const pages: [string,string][] = [['vendors','/vendors/search'],['vendor','/vendors/view/77'],['suppliers','/suppliers/'],['monitoring','/dashboards/monitoring'],['summary','/dashboards/monitoring?mode=summary'],['jobs','/dashboards/dashboard'],['run',`/feed-runs/${h}`],['basic',`/suppliers/view/${sid}`],['config',`/suppliers/view/${sid}/config`],['smon',`/suppliers/view/${sid}/monitoring`],['stats',`/suppliers/view/${sid}/stats`],['log',`/suppliers/view/${sid}/log`]]
  for (const [n, path] of pages) { if (only.length && !only.includes(n)) continue; await p.goto(base + path); await p.waitForLoadState('networkidle').catch(()=>{}); await p.waitForTimeout(500); await p.screenshot({ path: `/tmp/shots/${n}-${w}.png`, fullPage: n==='run'||n==='config' }) ; console.log(n,w)}
  await c.close()
}
await b.close()
