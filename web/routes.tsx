import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { landing, links } from './links.ts'
import {
  documentTitle,
  fetchScreen,
  fetchTab,
  isCutLink,
  listAt,
  screenAt,
  screens,
  strayTab,
  mayOpen,
} from './screens.ts'
import { ErrorScreen, Pending } from './shell/ErrorScreen.tsx'
import Frame, { customerFrame, staffFrame } from './shell/Frame.tsx'
import { fetchAccount, mayBeSignedIn, setAlarm } from './shell/session.ts'
import { onScreenName, screenName } from './ui/page/screen-name.ts'
import { notify } from './ui/act/notify.tsx'
import type { Screen } from './ui/screen.ts'
import { basepath, pathname, viewing } from './viewing.ts'

const cutLink = 'This link is incomplete. Open it from the email again, or copy the full link.'

const root = createRootRoute({
  component: Outlet,
  errorComponent: ErrorScreen,
  // an unknown address leads to login (docs/domain/session.md, Sessions)
  notFoundComponent: () => null,
  beforeLoad: async ({ location, preload }) => {
    const screen = screenAt(location.pathname)
    if (!screen) {
      // a link that is hovered over still has its filters in the path
      if (preload) return
      const list = listAt(location.pathname)
      if (list) throw redirect({ href: list.path, replace: true })
      if (isCutLink(location.pathname)) notify('warning', cutLink)
      // the bare address names no screen
      else if (location.pathname !== '/' && (await fetchAccount()))
        notify('warning', `Page not found: ${location.pathname}`)
      throw redirect({ href: links.login() })
    }
    const account = screen.access === 'public' && screen.state !== 'login' ? null : await fetchAccount()
    if (screen.state === 'login') {
      if (account) throw redirect({ href: landing(account.role) })
      // no message covers the sign-in
      if (!preload) setAlarm({ hasExpired: false })
      return
    }
    // every screen of a viewed account says that it is one; a screen outside the frame can't
    if (viewing !== undefined && screen.access === 'public') throw redirect({ href: landing('customer') })
    if (screen.access === 'public') return
    if (!account) throw redirect({ href: links.login(location.href) })
    if (!mayOpen(screen, account.role)) throw redirect({ href: landing(account.role) })
    const stray = strayTab(location.pathname)
    if (stray) {
      notify('warning', `Tab “${stray.name}” not found`)
      throw redirect({ href: stray.record, replace: true })
    }
  },
})

const frameRoute = createRoute({ getParentRoute: () => root, id: 'framed', component: Frame })
const missing = () => import('./shell/NotBuilt.tsx')
const routeOf = (screen: Screen, parent: AnyRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    component: lazyRouteComponent(screen.load ?? missing),
    loader: loadTab,
  })
// a tab is loaded with its page, and when a link to it is hovered over
const loadTab = ({ location }: { location: { pathname: string } }) => fetchTab(location.pathname)

/** The addresses of one page are one route: the page stays while its tab changes, and so does the focus. */
function routesOf(all: readonly Screen[], parent: AnyRoute): AnyRoute[] {
  const pages = [...Map.groupBy(all, (screen) => screen.load ?? screen).values()]
  return pages.flatMap((pageScreens) => {
    const [page, ...others] = pageScreens.toSorted((a, b) => a.path.length - b.path.length)
    if (!page) return []
    const route = routeOf(page, parent)
    if (others.length === 0) return route
    return route.addChildren(
      [page, ...others].map(({ path }) =>
        createRoute({
          getParentRoute: () => route,
          path: path.slice(page.path.length) || '/',
          loader: loadTab,
        }),
      ),
    )
  })
}

/** Loads what the first screen needs in parallel with the session. */
export function fetchFirstScreen(): void {
  const access = screenAt(pathname())?.access
  if (!mayBeSignedIn() || access === 'public') return
  // customers only have the screens of an account; staff, rarely there, load their frame later
  const frame = access === 'account' || viewing !== undefined ? customerFrame : staffFrame
  frame().catch(() => {})
  fetchScreen(pathname())
}

export const router = createRouter({
  routeTree: root.addChildren([
    frameRoute.addChildren(
      routesOf(
        screens.filter((s) => s.access !== 'public'),
        frameRoute,
      ),
    ),
    ...routesOf(
      screens.filter((s) => s.access === 'public'),
      root,
    ),
  ]),
  basepath,
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
  trailingSlash: 'preserve',
})

// only once a screen is shown: hovering over a link loads its screen, which must not name the page
const nameDocument = () => {
  const title = documentTitle(pathname(), screenName())
  document.title = viewing === undefined ? title : `As customer: ${title}`
}
router.subscribe('onResolved', nameDocument)
onScreenName(nameDocument)
