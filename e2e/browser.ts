import type { Browser, BrowserContext } from '@playwright/test'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** Sessions of the people whom many tests sign in as, for the contexts that tests share. */
const sessions = new WeakMap<BrowserContext, Map<string, KeptSession>>()
interface KeptSession {
  cookies: Cookies
  /** When its person last proved who they are. */
  freshTm: number
}
/** Well below the time after which acts ask for the password again. */
const freshMs = 5 * 60_000

/**
 * A context for all tests of a worker: what the browser has fetched and compiled serves them all, and a
 * person signs in once.
 */
export async function openShared(browser: Browser, options: object): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  sessions.set(context, new Map())
  // it would stay set for the tests to come
  const refuse = () => {
    throw new Error('Clocks, routes and scripts of a whole context need a test with ownContext')
  }
  const lasting = { install: refuse, setFixedTime: refuse, setSystemTime: refuse }
  Object.assign(context.clock, lasting)
  Object.assign(context, { route: refuse, addInitScript: refuse })
  return context
}

/** Leaves nothing of a test in the shared context but what the browser itself keeps. */
export async function clean(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await context.setStorageState({ cookies: [], origins: [] })
}

/** Takes a session that an earlier test left; false where there is none that is still good and fresh. */
export async function takeSession(context: BrowserContext, email: string): Promise<boolean> {
  const kept = sessions.get(context)?.get(email)
  if (!kept || Date.now() - kept.freshTm > freshMs) return false
  await context.addCookies(kept.cookies)
  const answer = await context.request.get('/api/account/get')
  return answer.ok()
}

export async function keepSession(context: BrowserContext, email: string): Promise<void> {
  sessions.get(context)?.set(email, { cookies: await context.cookies(), freshTm: Date.now() })
}
