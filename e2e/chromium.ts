import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Chromium of the machine, else the one that comes from npm with the libraries it needs. */
export async function chromiumPath(): Promise<string> {
  for (const path of [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'])
    if (path && existsSync(path)) return path
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  chromium.setGraphicsMode = false
  const path = await chromium.executablePath()
  // its fonts lie in our temporary folder, where its own settings look in /tmp; every worker comes by here
  const settings = join(tmpdir(), 'fonts', 'fonts.conf')
  if (existsSync(settings))
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('>/tmp/fonts', `>${tmpdir()}/fonts`))
  return path
}
