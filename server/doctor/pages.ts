import { errorBody } from '#contract/refusals.ts'
import { either, found, safe, unknown, type Finding } from './finding.ts'

const waitMs = 10_000
const get = (url: URL, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(waitMs), ...init })

/** What somebody without a login sees at the installation's address. */
export const lookAtPages = (address: string): Promise<Finding[]> =>
  found(`${address} can’t be reached`, async () => {
    const at = (path: string) => new URL(path, address)
    const page = await get(at('/'))
    const csp = page.headers.get('content-security-policy') ?? ''
    const scripts = csp.split(';').find((part) => part.trim().startsWith('script-src ')) ?? ''
    const cookies = page.headers.getSetCookie()
    return [
      either(
        at('/').protocol === 'https:',
        'The address is https',
        'The address isn’t https, so passwords are sent unencrypted. Use https',
      ),
      either(
        page.headers.has('strict-transport-security'),
        'Browsers stay on https (HSTS)',
        'Strict-Transport-Security is missing. Set PUBLIC_URL to an https address, and let the proxy pass this header on',
      ),
      either(
        scripts !== '' && !scripts.includes('unsafe-inline'),
        'Pages run only their own scripts (Content-Security-Policy)',
        'Content-Security-Policy is missing or allows inline scripts. Let the proxy pass this header on',
      ),
      either(
        cookies.every((cookie) => /;\s*secure/i.test(cookie)),
        'Cookies are sent over https only',
        'Cookies aren’t marked Secure. Set PUBLIC_URL to an https address',
      ),
      ...(await lookAtOpenPages(at)),
    ]
  })

async function lookAtOpenPages(at: (path: string) => URL): Promise<Finding[]> {
  const ready = await get(at('/readyz'))
  const findings = [
    either(
      ready.status === 200,
      'Ready: the database is responding',
      `Not ready: /readyz returned ${ready.status}. Check the database and the log`,
    ),
  ]
  for (const path of ['/metrics', '/api/docs', '/api/openapi.json']) {
    const { status } = await get(at(path))
    findings.push(
      either(
        status === 401 || status === 403 || status === 404,
        `${path} requires a staff login or a token`,
        `${path} is open to everyone. Set NODE_ENV=production`,
      ),
    )
  }
  findings.push(await lookAtDemoLogin(at))
  return findings
}

/** The demonstration's logins. Their password is public. */
const demoLogins = ['admin', 'support', 'finance', 'manager', 'customer'].map(
  (name) => `${name}@feedstock.test`,
)

/** Whether any of the demonstration's logins still has its public password. */
async function lookAtDemoLogin(at: (path: string) => URL): Promise<Finding> {
  const start = await get(at('/api/account/get'))
  const cookies = start.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const token = cookies.find((cookie) => /XSRF-TOKEN=/.test(cookie))?.split('=')[1]
  if (token === undefined) return unknown('Demo sign-in: not checked. The server sent no XSRF-TOKEN cookie')
  const headers = {
    'content-type': 'application/json',
    'app-id': 'feedstock-doctor',
    'x-xsrf-token': decodeURIComponent(token),
    cookie: cookies.join('; '),
  }
  const tries = await Promise.all(demoLogins.map((login) => tryDemoPassword(at, headers, login)))
  const works = tries.filter(({ isRight }) => isRight).map(({ login }) => login)
  if (works.length > 0)
    return either(false, '', `The demo password works for ${works.join(', ')}. Use another database`)
  const unchecked = tries.find(({ isRight }) => isRight === null)
  return unchecked
    ? unknown(`Demo sign-in: not checked. The server returned ${unchecked.status}`)
    : safe('The demo password doesn’t sign in')
}

/** A code is only required after the right password, so its refusal means that the password is right. */
async function tryDemoPassword(at: (path: string) => URL, headers: Record<string, string>, login: string) {
  const answer = await get(at('/api-public/account/login'), {
    method: 'POST',
    headers,
    body: JSON.stringify({ login, password: 'feedstock-demo' }),
  })
  const { status } = answer
  if (answer.ok) return { login, status, isRight: true }
  const body = errorBody.safeParse(await answer.json().catch(() => null))
  const code = body.success ? body.data.error.code : undefined
  if (code === 'code_needed' || code === 'two_step_needed') return { login, status, isRight: true }
  return { login, status, isRight: code === 'login_failed' ? false : null }
}
