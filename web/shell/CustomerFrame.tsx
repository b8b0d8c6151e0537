import './styles.ts'
import './customer.css'
import { Burger } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Account } from '#contract/session/account.ts'
import { api } from '../api.ts'
import { landing, links } from '../links.ts'
import { accountNavigation, findActiveEntry } from '../screens.ts'
import { Mark } from '../ui/page/Mark.tsx'
import { zoneName } from '../ui/time.ts'
import { useRoomy } from '../ui/page/useRoomy.ts'
import { viewing } from '../viewing.ts'
import { AccountBand } from './account-band/AccountBand.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { useUnread } from './useUnread.ts'

/** Few pages are of a view; those read it before the account is known. */
const viewBand = () => import('./ViewBand.tsx')
if (viewing !== undefined) void viewBand()
const ViewBand = lazy(viewBand)

const entries = accountNavigation()
const standingMs = 300_000

/** A few words across the top, large: a customer comes once a month. On a phone they are a menu. */
export default function CustomerFrame({ account }: { account: Account }) {
  const [open, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const activeEntry = findActiveEntry(entries, pathname)
  useHotkeys([['Escape', close]])
  useRoomy()
  useUnread()
  const { viewing: view } = account
  const { data: standing, isPending } = useQuery({
    ...api.getOwnStanding.query(),
    refetchInterval: standingMs,
  })
  return (
    <>
      <a href="#main" className="skip">
        Skip to content
      </a>
      <header className="customer-head">
        {view && (
          <Suspense fallback={<div className="view-band" />}>
            <ViewBand account={account} view={view} />
          </Suspense>
        )}
        <div className="customer-top">
          <Link className="brand" to={landing('customer')} aria-label="Feedstock, home" onClick={close}>
            <Mark /> Feedstock
          </Link>
          <nav aria-label="Account" id="customer-nav" data-open={open || undefined}>
            {entries.map((entry) => (
              <Link
                key={entry.state}
                to={entry.path}
                // the router lights every link above the address; one is enough
                activeOptions={{ exact: true }}
                onClick={close}
                aria-current={entry === activeEntry ? 'page' : undefined}
                data-lit={entry === activeEntry || undefined}
              >
                {entry.nav.label}
              </Link>
            ))}
          </nav>
          <PersonMenu name={account.company} lines={[account.company, account.email]} signsOut={!view} />
          <Burger
            className="customer-burger"
            opened={open}
            onClick={toggle}
            size="sm"
            aria-label="Menu"
            aria-expanded={open}
            aria-controls="customer-nav"
          />
        </div>
      </header>
      {standing && <AccountBand standing={standing} />}
      <main id="main" className="customer-main" data-waits={isPending || undefined}>
        <Outlet />
      </main>
      <footer className="customer-foot">
        {standing && (
          <>
            Questions? <a href={`mailto:${standing.support_email}`}>{standing.support_email}</a> or{' '}
            <Link to={links.contactUs()}>send us a message</Link>. Times are in {zoneName()}.{' '}
            <Link to={links.accountDetails()} hash="time-zone">
              Change
            </Link>
          </>
        )}
      </footer>
    </>
  )
}
