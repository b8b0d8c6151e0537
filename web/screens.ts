import { accountScreens } from './areas/account/screens.ts'
import { customFeedScreens } from './areas/custom-feeds/screens.ts'
import { directAppScreens } from './areas/direct-app/screens.ts'
import { feedScreens } from './areas/feeds/screens.ts'
import { integrationScreens } from './areas/integrations/screens.ts'
import { jobScreens } from './areas/jobs/screens.ts'
import { marketingScreens } from './areas/marketing/screens.ts'
import { notificationScreens } from './areas/notifications/screens.ts'
import { paymentScreens } from './areas/payments/screens.ts'
import { platformScreens } from './areas/platforms/screens.ts'
import { productPageScreens } from './areas/product-page/screens.ts'
import { productScreens } from './areas/products/screens.ts'
import { promoCodeScreens } from './areas/promo-codes/screens.ts'
import { reportScreens } from './areas/reports/screens.ts'
import { retentionScreens } from './areas/retention/screens.ts'
import { sessionScreens } from './areas/session/screens.ts'
import { staffScreens } from './areas/staff/screens.ts'
import { supplierScreens } from './areas/suppliers/screens.ts'
import { variantScreens } from './areas/variants/screens.ts'
import { vendorScreens } from './areas/vendors/screens.ts'
import { mayCall, type Role } from '#contract/roles.ts'
import { navGroups, type Screen } from './ui/screen.ts'

/** Every screen, area by area. */
export const screens: readonly Screen[] = [
  ...vendorScreens,
  ...integrationScreens,
  ...customFeedScreens,
  ...notificationScreens,
  ...supplierScreens,
  ...variantScreens,
  ...feedScreens,
  ...jobScreens,
  ...retentionScreens,
  ...paymentScreens,
  ...reportScreens,
  ...sessionScreens,
  ...accountScreens,
  ...productScreens,
  ...productPageScreens,
  ...platformScreens,
  ...promoCodeScreens,
  ...marketingScreens,
  ...directAppScreens,
  ...staffScreens,
]

const bare = (path: string) => path.replace(/\/$/, '')
const parts = (path: string) => bare(path).split('/')
// a path with fewer parameters is the more exact match: /suppliers/view/9/stats is Product Stats, not a
// page called stats
const byExactness = screens.toSorted((a, b) => a.path.split('$').length - b.path.split('$').length)
const fits = (path: string, pathname: string) =>
  parts(path).length === parts(pathname).length &&
  parts(path).every((part, i) =>
    part.startsWith('$') ? parts(pathname)[i] !== '' : part === parts(pathname)[i],
  )

export const screenAt = (pathname: string) => byExactness.find((s) => fits(s.path, pathname))
/** The list for an address above its records that has no screen: `/vendors/`. */
export const listAt = (pathname: string) =>
  screens.find(({ nav }) => nav?.otherPaths?.some((path) => bare(path) === bare(pathname)))
/** An emailed link that lost its end on the way. */
export const isCutLink = (pathname: string) =>
  screens.some(
    ({ access, path }) =>
      access === 'public' &&
      path.includes('$') &&
      parts(path)[1] === parts(pathname)[1] &&
      !screenAt(pathname),
  )
export const isPublicPath = (pathname: string) => screenAt(pathname)?.access === 'public'

/** The tab that an address names, or the first. */
/** What a tab opens has an address below the tab's. */
const tabAt = ({ tabs }: Screen, pathname: string) => {
  const [parentPart, last] = parts(pathname).slice(-2)
  return tabs?.find((t) => t.page === last) ?? tabs?.find((t) => t.page === parentPart) ?? tabs?.[0]
}

/** A tab in the address that its screen doesn't have, with the record's own address. */
export function strayTab(pathname: string): { name: string; record: string } | undefined {
  const screen = screenAt(pathname)
  const name = parts(pathname).at(-1) ?? ''
  if (!screen?.tabs || !screen.path.endsWith('/$page') || screen.tabs.some((t) => t.page === name))
    return undefined
  return { name, record: parts(pathname).slice(0, -1).join('/') }
}

/** Loads the scripts of the tab that an address names, if its screen has tabs. */
export function fetchTab(pathname: string): void {
  const screen = screenAt(pathname)
  prefetch(screen && tabAt(screen, pathname)?.load)
}
/** Loads the scripts of everything that an address shows. */
export function fetchScreen(pathname: string): void {
  prefetch(screenAt(pathname)?.load)
  fetchTab(pathname)
}
// a script that fails is loaded again, and its failure shown, when it is displayed
const prefetch = (load: (() => Promise<unknown>) | undefined) => void load?.().catch(() => {})

/** @param name the record's name, once it is loaded */
export function documentTitle(pathname: string, name?: string): string {
  const screen = screenAt(pathname)
  const titles = screen ? [screen.title, name, tabAt(screen, pathname)?.title] : []
  return [...new Set([...titles, 'Feedstock'])].filter((t) => t !== undefined).join(' · ')
}

type ScreenOf<A extends Screen['access']> = Extract<Screen, { access: A }>
type Entry<A extends 'staff' | 'money' | 'admin' | 'account'> = ScreenOf<A> & {
  nav: NonNullable<ScreenOf<A>['nav']>
}
export type NavEntry = Entry<'staff' | 'money' | 'admin'>
export type AccountEntry = Entry<'account'>
const isEntry =
  <const A extends 'staff' | 'money' | 'admin' | 'account'>(...access: readonly A[]) =>
  (s: Screen): s is Entry<A> =>
    (access as readonly string[]).includes(s.access) && s.load !== undefined && s.nav !== undefined

/** Whether a role may open a screen inside the frame. */
export const mayOpen = ({ access }: Screen, role: Role): boolean =>
  access === 'public' || (mayCall[access] as readonly Role[]).includes(role)

/** Staff's navigation, in order. */
export const navigation = (role: Role = 'admin'): readonly NavEntry[] =>
  navGroups.flatMap((group) =>
    screens
      .filter(isEntry('staff', 'money', 'admin'))
      .filter((s) => s.nav.group === group && mayOpen(s, role)),
  )
/** The customer's navigation. */
export const accountNavigation = (): readonly AccountEntry[] => screens.filter(isEntry('account'))

const isBelow = (pathname: string, path: string) => `${bare(pathname)}/`.startsWith(`${bare(path)}/`)
/** The entry that an address marks as current: the one with the longest path. */
export function findActiveEntry<E extends NavEntry | AccountEntry>(
  entries: readonly E[],
  pathname: string,
): E | undefined {
  const reach = (s: E) =>
    Math.max(
      0,
      ...[s.path, ...(s.nav.otherPaths ?? [])].filter((p) => isBelow(pathname, p)).map((p) => bare(p).length),
    )
  const nearest = entries.toSorted((a, b) => reach(b) - reach(a))[0]
  return nearest && reach(nearest) > 0 ? nearest : undefined
}
