import './styles.ts'
import { AppShell, Burger, Menu, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Account } from '#contract/session/account.ts'
import { api } from '../api.ts'
import { ScheduledJob } from '../areas/jobs/public.tsx'
import { landing, links } from '../links.ts'
import { notify } from '../ui/act/notify.tsx'
import { findActiveEntry, navigation, screenAt, type NavEntry } from '../screens.ts'
import { focusFirstRow } from '../ui/FilterBox.tsx'
import { useScreenName, useTrail } from '../ui/page/screen-name.ts'
import { age } from '../ui/time.ts'
import { many } from '../ui/values.tsx'
import { Mark } from '../ui/page/Mark.tsx'
import { Navigation } from './Navigation.tsx'
import { Palette } from './Palette.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { KeysHint, Shortcuts } from './Shortcuts.tsx'
import { Unread } from './Unread.tsx'

/**
 * Navigation and header around every staff screen: icons only under 1200 px, a drawer under 992.
 */
export default function StaffFrame({ account }: { account: Account }) {
  const entries = useMemo(() => navigation(account.role), [account.role])
  const [open, { toggle, close }] = useDisclosure()
  const [keysOpen, keys] = useDisclosure()
  const narrow = useMediaQuery('(max-width: 1199.9px)', undefined, { getInitialValueInEffect: false })
  const drawer = useMediaQuery('(max-width: 991.9px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const waiting = useWaiting()
  const density = useDensity()
  // a run of a vendor's own feed belongs to the vendor, whatever its address
  const activeEntry = findActiveEntry(entries, useTrail()[0]?.[1] ?? pathname)
  useHotkeys([['Escape', close]])
  const icons = narrow && !drawer
  const railWidth = icons ? 56 : 212
  return (
    <AppShell
      // a drawer begins below the header, which holds its button
      layout={drawer ? 'default' : 'alt'}
      header={{ height: 44 }}
      navbar={{ width: drawer ? 260 : railWidth, breakpoint: 'md', collapsed: { mobile: !open } }}
      transitionDuration={0}
    >
      <a href="#main" className="skip">
        Skip to content
      </a>
      <button type="button" className="skip to-list" onClick={focusFirstRow}>
        Skip to list
      </button>
      <AppShell.Header>
        <div className="top">
          <Burger opened={open} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
          <Crumb activeEntry={activeEntry} pathname={pathname} />
          <button type="button" className="find" onClick={spotlight.open}>
            <IconSearch size={14} aria-hidden />
            <span>Search or run a command</span>
            <kbd>Ctrl K</kbd>
          </button>
          <JumpToVendor />
          <Unread />
          <PersonMenu name={account.email} lines={[account.email, account.role.replace('_', ' ')]} signsOut>
            <Menu.Item onClick={density.turn}>{density.offered}</Menu.Item>
            <Menu.Item component={Link} to={links.accountDetails()}>
              Account details
            </Menu.Item>
          </PersonMenu>
        </div>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Areas" className="frame-nav" {...(icons && { 'data-icons': true })}>
        <Link className="brand" to={landing(account.role)} aria-label="Feedstock, home">
          <Mark />
          {!icons && 'Feedstock'}
        </Link>
        <Navigation
          entries={entries}
          activeEntry={activeEntry}
          icons={Boolean(icons)}
          waiting={waiting}
          onGo={close}
        />
        <div className="nav-foot">
          <Health icons={Boolean(icons)} />
          <KeysHint icons={Boolean(icons)} show={keys.open} />
        </div>
      </AppShell.Navbar>
      {drawer && open && <div className="scrim" onClick={close} aria-hidden />}
      <AppShell.Main id="main">
        <Outlet />
      </AppShell.Main>
      <Palette role={account.role} />
      <ScheduledJob />
      <Shortcuts entries={entries} open={keysOpen} show={keys.open} close={keys.close} />
    </AppShell>
  )
}

/** The height of rows, kept in this browser. */
function useDensity() {
  const [density, setDensity] = useLocalStorage<'compact' | 'comfortable'>({
    key: 'density',
    defaultValue: 'compact',
    getInitialValueInEffect: false,
  })
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  const nextDensity = density === 'compact' ? 'comfortable' : 'compact'
  return {
    offered: `${nextDensity === 'compact' ? 'Compact' : 'Comfortable'} rows`,
    turn: () => setDensity(nextDensity),
  }
}

/** The filters, sort and page that each list was left with, for the way back. */
const searches = new Map<string, string>()

/** The current entry, and the screen if it is another. */
function Crumb({ activeEntry, pathname }: { activeEntry: NavEntry | undefined; pathname: string }) {
  const title = useScreenName() ?? screenAt(pathname)?.title
  const trail = useTrail()
  const entryStep =
    activeEntry && activeEntry.title !== title ? [[activeEntry.title, activeEntry.path] as const] : []
  const way = trail.length > 0 ? trail : entryStep
  const { searchStr } = useLocation()
  useEffect(() => {
    searches.set(pathname, searchStr)
  }, [pathname, searchStr])
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      {way.map(([step, to]) => (
        <Fragment key={to}>
          <Link to={to + (searches.get(to) ?? '')}>{step}</Link>
          <span aria-hidden>/</span>
        </Fragment>
      ))}
      {title && <span aria-current="page">{title}</span>}
    </nav>
  )
}

function JumpToVendor() {
  const navigate = useNavigate()
  const [idText, setIdText] = useState('')
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        const id = idText.trim().replace(/^#/, '')
        if (id === '') return
        if (!/^\d{1,10}$/.test(id)) return notify('error', 'Enter a vendor ID')
        void navigate({ href: links.vendor(Number(id)) })
        setIdText('')
      }}
    >
      <TextInput
        aria-label="Jump to vendor"
        placeholder="Vendor ID"
        w={92}
        inputMode="numeric"
        maxLength={100}
        value={idText}
        onChange={(e) => setIdText(e.currentTarget.value)}
      />
    </form>
  )
}

const healthText = {
  ok: 'Workers and queue healthy',
  degraded: 'Jobs delayed or workers lost',
  down: 'No workers running',
} as const
const clockText = 'A server’s clock is wrong'
const diskText = 'The disk is almost full'
const healthTone = { ok: 'good', degraded: 'wait', down: 'bad' } as const
const useHealth = () => useQuery({ ...api.getHealth.query(), refetchInterval: 30_000 })

/** What needs attention, beside the entry that leads to it. */
function useWaiting() {
  const { data } = useHealth()
  if (!data) return {}
  const { feeds_waiting: feeds, jobs_failed: jobs } = data
  return {
    'dashboards.monitoring': {
      count: feeds,
      text: `${many(feeds, 'feed')} ${feeds === 1 ? 'needs' : 'need'} attention`,
    },
    'dashboards.dashboard': {
      count: jobs,
      text: `${many(jobs, 'job')} ${jobs === 1 ? 'needs' : 'need'} attention`,
    },
  }
}

function Health({ icons }: { icons: boolean }) {
  const { data, isError } = useHealth()
  if (isError) return <ServerDown icons={icons} />
  if (!data) return null
  const clockIsWrong = data.status === 'degraded' && data.clocks_off.length > 0
  const diskIsLow = data.status === 'degraded' && data.disk_low
  const otherText = clockIsWrong ? clockText : healthText[data.status]
  const status = diskIsLow ? diskText : otherText
  const oldest = data.queued ? ` (oldest ${age(data.oldest_queued_seconds)})` : ''
  const lostText = data.workers_lost ? `, ${data.workers_lost} lost` : ''
  const workers = `${many(data.workers, 'worker')}${lostText}`
  const text = `${status}: ${workers}, ${data.queued} queued${oldest}, ${data.database} database`
  return (
    <Tooltip label={text} position="right">
      <Link to={healthPage({ diskIsLow, clockIsWrong })} className="nav-entry" aria-label={text}>
        <span className={`health-dot tone-${healthTone[data.status]}`} />
        {!icons && status}
      </Link>
    </Tooltip>
  )
}

function healthPage({ diskIsLow, clockIsWrong }: { diskIsLow: boolean; clockIsWrong: boolean }): string {
  if (diskIsLow) return links.dataRetention()
  return clockIsWrong ? links.serverDashboard() : links.jobDashboard()
}

/** If the server doesn't answer, its last report no longer counts. */
const ServerDown = ({ icons }: { icons: boolean }) => (
  <span className="nav-entry" role="status">
    <span className="health-dot tone-bad" />
    {icons ? <VisuallyHidden>{unreachableText}</VisuallyHidden> : unreachableText}
  </span>
)
const unreachableText = 'The server isn’t responding'
