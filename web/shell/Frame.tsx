import './styles.ts'
import { AppShell, Burger, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { api } from '../api.ts'
import { ScheduledJob } from '../areas/jobs/public.tsx'
import { links } from '../links.ts'
import { notify } from '../ui/notify.tsx'
import { litEntry, navigation, screenAt, type NavEntry } from '../screens.ts'
import { toFirstRow } from '../ui/FilterBox.tsx'
import { useScreenName, useTrail } from '../ui/screen-name.ts'
import { age } from '../ui/time.ts'
import { many } from '../ui/values.tsx'
import { Mark } from '../ui/Mark.tsx'
import { viewing } from '../viewing.ts'
import { Navigation } from './Navigation.tsx'
import { Palette } from './Palette.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { useAccount, useAlarm } from './session.ts'
import { KeysHint, Shortcuts } from './Shortcuts.tsx'
import { Unread } from './Unread.tsx'

/** Few pages are of a view; those read it before the account is known. */
const viewBand = () => import('./ViewBand.tsx')
if (viewing !== undefined) void viewBand()
const ViewBand = lazy(viewBand)

/**
 * Navigation and header around every screen that needs a session: icons alone under 1200 px, a drawer under
 * 992.
 */
export default function Frame() {
  const { account, staff } = useAccount()
  const [open, { toggle, close }] = useDisclosure()
  const [keysOpen, keys] = useDisclosure()
  const narrow = useMediaQuery('(max-width: 1199.9px)', undefined, { getInitialValueInEffect: false })
  const drawer = useMediaQuery('(max-width: 991.9px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  const entries = useMemo(() => navigation(staff ? 'staff' : 'account'), [staff])
  const waiting = useWaiting(staff)
  const lit = litEntry(entries, pathname)
  useHotkeys([['Escape', close]])
  const { viewOver } = useAlarm()
  if (!account || viewOver) return null
  const { viewing: view } = account
  const icons = narrow && !drawer
  return (
    <AppShell
      // a drawer begins below the header, which holds what opens and closes it
      layout={drawer || view ? 'default' : 'alt'}
      header={{ height: view ? { base: 44 + 80, sm: 44 + 44 } : 44 }}
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
        {view && (
          <Suspense fallback={<div className="view-band" />}>
            <ViewBand account={account} view={view} />
          </Suspense>
        )}
        <div className="top">
          <Burger opened={open} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
          <Crumb lit={lit} pathname={pathname} />
          {staff && (
            <button type="button" className="find" onClick={spotlight.open}>
              <IconSearch size={14} aria-hidden />
              <span>Search, act, or a vendor id</span>
              <kbd>Ctrl K</kbd>
            </button>
          )}
          {staff && <JumpToVendor />}
          {!staff && <span style={{ marginLeft: 'auto' }} />}
          <Unread staff={staff} />
          <PersonMenu name={account.email} email={account.email} role={account.role} signsOut={!view} />
        </div>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Areas" className="frame-nav" {...(icons && { 'data-icons': true })}>
        <Link
          className="brand"
          to={staff ? links.vendorSearch() : links.accountDetails()}
          aria-label="Feedstock, home"
        >
          <Mark />
          {!icons && 'Feedstock'}
        </Link>
        <Navigation entries={entries} lit={lit} icons={Boolean(icons)} waiting={waiting} onGo={close} />
        <div className="nav-foot">
          {staff && <Health icons={Boolean(icons)} />}
          <KeysHint icons={Boolean(icons)} show={keys.open} />
        </div>
      </AppShell.Navbar>
      {drawer && open && <div className="scrim" onClick={close} aria-hidden />}
      <AppShell.Main id="main">
        <Outlet />
      </AppShell.Main>
      {staff && <Palette />}
      {staff && <ScheduledJob />}
      <Shortcuts entries={entries} open={keysOpen} show={keys.open} close={keys.close} />
    </AppShell>
  )
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
const useHealth = (staff: boolean) =>
  useQuery({ ...api.getHealth.query(), refetchInterval: 30_000, enabled: staff })

/** What waits for a person, beside the entry that leads to it. */
function useWaiting(staff: boolean) {
  const { data } = useHealth(staff)
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
  const { data, isError } = useHealth(true)
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
