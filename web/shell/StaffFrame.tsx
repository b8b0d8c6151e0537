import './styles.ts'
import { AppShell, Burger, Menu, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useLayoutEffect, useState } from 'react'
import type { Account } from '#contract/session/account.ts'
import { api } from '../api.ts'
import { ScheduledJob } from '../areas/jobs/public.tsx'
import { links } from '../links.ts'
import { notify } from '../ui/act/notify.tsx'
import { litEntry, navigation, screenAt, type NavEntry } from '../screens.ts'
import { toFirstRow } from '../ui/FilterBox.tsx'
import { useScreenName, useTrail } from '../ui/page/screen-name.ts'
import { age } from '../ui/time.ts'
import { many } from '../ui/values.tsx'
import { Mark } from '../ui/page/Mark.tsx'
import { Navigation } from './Navigation.tsx'
import { Palette } from './Palette.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { KeysHint, Shortcuts } from './Shortcuts.tsx'
import { Unread } from './Unread.tsx'

const entries = navigation()

/**
 * Navigation and header around every screen that staff sees: icons alone under 1200 px, a drawer under 992.
 */
export default function StaffFrame({ account }: { account: Account }) {
  const [open, { toggle, close }] = useDisclosure()
  const [keysOpen, keys] = useDisclosure()
  const narrow = useMediaQuery('(max-width: 1199.9px)', undefined, { getInitialValueInEffect: false })
  const drawer = useMediaQuery('(max-width: 991.9px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const waiting = useWaiting()
  const density = useDensity()
  // a run of a user’s own feed stands below the user, whatever its address
  const lit = litEntry(entries, useTrail()[0]?.[1] ?? pathname)
  useHotkeys([['Escape', close]])
  const icons = narrow && !drawer
  return (
    <AppShell
      // a drawer begins below the header, which holds what opens and closes it
      layout={drawer ? 'default' : 'alt'}
      header={{ height: 44 }}
      navbar={{ width: drawer ? 260 : icons ? 56 : 212, breakpoint: 'md', collapsed: { mobile: !open } }}
      transitionDuration={0}
    >
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <button type="button" className="skip to-list" onClick={toFirstRow}>
        Skip to the list
      </button>
      <AppShell.Header>
        <div className="top">
          <Burger opened={open} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
          <Crumb lit={lit} pathname={pathname} />
          <button type="button" className="find" onClick={spotlight.open}>
            <IconSearch size={14} aria-hidden />
            <span>Search, act, or a vendor id</span>
            <kbd>Ctrl K</kbd>
          </button>
          <JumpToVendor />
          <Unread />
          <PersonMenu name={account.email} says={[account.email, account.role.replace('_', ' ')]} signsOut>
            <Menu.Item onClick={density.turn}>{density.offered}</Menu.Item>
            <Menu.Item component={Link} to={links.accountDetails()}>
              Account details
            </Menu.Item>
          </PersonMenu>
        </div>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Areas" className="frame-nav" {...(icons && { 'data-icons': true })}>
        <Link className="brand" to={links.vendorSearch()} aria-label="Feedstock, home">
          <Mark />
          {!icons && 'Feedstock'}
        </Link>
        <Navigation entries={entries} lit={lit} icons={Boolean(icons)} waiting={waiting} onGo={close} />
        <div className="nav-foot">
          <Health icons={Boolean(icons)} />
          <KeysHint icons={Boolean(icons)} show={keys.open} />
        </div>
      </AppShell.Navbar>
      {drawer && open && <div className="scrim" onClick={close} aria-hidden />}
      <AppShell.Main id="main">
        <Outlet />
      </AppShell.Main>
      <Palette />
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
  const other = density === 'compact' ? 'comfortable' : 'compact'
  return { offered: `${other === 'compact' ? 'Compact' : 'Comfortable'} rows`, turn: () => setDensity(other) }
}

/** How each list was left: its filters, sort and page, for the way back. */
const left = new Map<string, string>()

/** The group, the entry, and the screen where it is another. */
function Crumb({ lit, pathname }: { lit: NavEntry | undefined; pathname: string }) {
  const title = useScreenName() ?? screenAt(pathname)?.title
  const trail = useTrail()
  const way = trail.length > 0 ? trail : lit && lit.title !== title ? [[lit.title, lit.path] as const] : []
  const { searchStr } = useLocation()
  useEffect(() => {
    left.set(pathname, searchStr)
  }, [pathname, searchStr])
  return (
    <nav className="crumb" aria-label="Where you are">
      {way.map(([step, to]) => (
        <Fragment key={to}>
          <Link to={to + (left.get(to) ?? '')}>{step}</Link>
          <span aria-hidden>/</span>
        </Fragment>
      ))}
      {title && <span aria-current="page">{title}</span>}
    </nav>
  )
}

function JumpToVendor() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        const id = typed.trim().replace(/^#/, '')
        if (id === '') return
        if (!/^\d{1,10}$/.test(id)) return notify('error', `“${id}” is no vendor id: that is a number`)
        void navigate({ href: links.vendor(Number(id)) })
        setTyped('')
      }}
    >
      <TextInput
        aria-label="Jump to vendor"
        placeholder="Vendor id"
        w={92}
        inputMode="numeric"
        maxLength={100}
        value={typed}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
    </form>
  )
}

const healthText = {
  ok: 'Workers and queue fine',
  degraded: 'Something is slow or lost',
  down: 'No worker is running',
} as const
const healthTone = { ok: 'good', degraded: 'wait', down: 'bad' } as const
const useHealth = () => useQuery({ ...api.getHealth.query(), refetchInterval: 30_000 })

/** What waits for a person, beside the entry that leads to it. */
function useWaiting() {
  const { data } = useHealth()
  if (!data) return {}
  const { suppliers_waiting: feeds, jobs_failed: jobs } = data
  return {
    'dashboards.monitoring': {
      count: feeds,
      text: `${many(feeds, 'supplier')} ${feeds === 1 ? 'needs' : 'need'} a person`,
    },
    'dashboards.dashboard': { count: jobs, text: `${many(jobs, 'job')} failed in the last day` },
  }
}

function Health({ icons }: { icons: boolean }) {
  const { data, isError } = useHealth()
  if (isError) return <Unreached icons={icons} />
  if (!data) return null
  const said = healthText[data.status]
  const queued = data.queued ? ` (oldest ${age(data.oldest_queued_seconds)})` : ''
  const lost = data.workers_lost ? `, ${data.workers_lost} lost` : ''
  const workers = `${many(data.workers, 'worker')}${lost}`
  const text = `${said}: ${workers}, ${data.queued} queued${queued}, ${data.database} database`
  return (
    <Tooltip label={text} position="right">
      <Link to={links.jobDashboard()} className="nav-entry" aria-label={text}>
        <span
          className={`health-dot tone-${healthTone[data.status]}`}
          style={{ background: 'var(--fill)' }}
        />
        {!icons && said}
      </Link>
    </Tooltip>
  )
}

/** What was heard last says nothing of a server that doesn't answer. */
const Unreached = ({ icons }: { icons: boolean }) => (
  <span className="nav-entry" role="status">
    <span className="health-dot tone-bad" style={{ background: 'var(--fill)' }} />
    {icons ? <VisuallyHidden>{unreached}</VisuallyHidden> : unreached}
  </span>
)
const unreached = 'The server doesn’t answer'
