import './styles.ts'
import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Indicator,
  Menu,
  NavLink,
  NumberInput,
  Text,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { IconBell, IconMoon, IconSearch, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { ScheduledJob } from '../areas/jobs/public.tsx'
import { links } from '../links.ts'
import { router } from '../routes.tsx'
import { litEntry, navigation } from '../screens.ts'
import { age } from '../ui/time.ts'
import { many } from '../ui/values.tsx'
import { Palette } from './Palette.tsx'
import { forgetSession, useAccount } from './session.ts'
import { Shortcuts, useGoKeys } from './Shortcuts.tsx'

/**
 * Navigation and header around every screen that needs a session: icons alone under 1200 px, a drawer under
 * 992.
 */
export default function Frame() {
  const { account, staff } = useAccount()
  const [open, { toggle, close }] = useDisclosure()
  const narrow = useMediaQuery('(max-width: 1199.9px)') ?? false
  const drawer = useMediaQuery('(max-width: 991.9px)') ?? false
  const { pathname } = useLocation()
  const entries = useMemo(() => navigation(staff ? 'staff' : 'account'), [staff])
  const lit = litEntry(entries, pathname)
  useGoKeys(entries)
  if (!account) return null
  const icons = narrow && !drawer
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: icons ? 64 : 244, breakpoint: 'md', collapsed: { mobile: !open } }}
      padding="lg"
    >
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={open} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
            <UnstyledButton
              component={Link}
              to={staff ? links.vendorSearch() : links.accountDetails()}
              fw={700}
            >
              <Text fw={750} c="cyan" component="span" style={{ color: 'var(--mantine-color-anchor)' }}>
                Feedstock
              </Text>
            </UnstyledButton>
          </Group>
          {staff && (
            <UnstyledButton
              onClick={spotlight.open}
              visibleFrom="sm"

              style={{
                border: '1px solid var(--line)',
                borderRadius: 8,
                padding: '4px 10px',
                flex: '0 1 340px',
              }}
            >
              <Group gap="xs" wrap="nowrap" justify="space-between">
                <Group gap={6} wrap="nowrap">
                  <IconSearch size={15} />
                  <Text size="sm" c="dimmed">
                    Search or act…
                  </Text>
                </Group>
                <Text size="xs" c="dimmed">
                  Ctrl K
                </Text>
              </Group>
            </UnstyledButton>
          )}
          <Group gap="xs" wrap="nowrap">
            {staff && <JumpToVendor />}
            {staff && <Health />}
            <Unread staff={staff} />
            <PersonMenu name={account.email} role={account.role} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Areas" style={{ overflowY: 'auto' }}>
        {entries.map((entry, i) => (
          <IconTip key={entry.state} label={entry.title} show={icons}>
            {!icons && entry.nav.group !== entries[i - 1]?.nav.group && (
              <div className="nav-group">{entry.nav.group}</div>
            )}
            <NavLink
              component={Link}
              to={entry.path}
              // the router lights every link above the address; one is enough
              activeOptions={{ exact: true }}
              onClick={close}
              active={entry === lit}
              label={icons ? undefined : entry.title}
              aria-label={entry.title}
              aria-current={entry === lit ? 'page' : undefined}
              leftSection={<entry.nav.icon size={19} stroke={1.7} />}
              style={{ borderRadius: 8 }}
              styles={icons ? { root: { justifyContent: 'center' }, section: { marginInlineEnd: 0 } } : {}}
            />
          </IconTip>
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="main">
        <Outlet />
      </AppShell.Main>
      {staff && <Palette />}
      {staff && <ScheduledJob />}
      <Shortcuts entries={entries} />
    </AppShell>
  )
}

const IconTip = ({ label, show, children }: { label: string; show: boolean; children: ReactNode }) => (
  <Tooltip label={label} position="right" disabled={!show}>
    <div>{children}</div>
  </Tooltip>
)

function JumpToVendor() {
  const navigate = useNavigate()
  const [id, setId] = useState<number | string>('')
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        if (typeof id === 'number') void navigate({ href: links.vendor(id) })
        setId('')
      }}
    >
      <NumberInput
        aria-label="Jump to vendor"
        placeholder="Vendor id"
        size="xs"
        w={96}
        hideControls
        allowNegative={false}
        allowDecimal={false}
        value={id}
        onChange={setId}
      />
    </form>
  )
}

const healthText = {
  ok: 'All is well',
  degraded: 'Something is slow or lost',
  down: 'No worker is running',
} as const
const healthTone = { ok: 'good', degraded: 'wait', down: 'bad' } as const
function Health() {
  const { data } = useQuery({ ...api.getHealth.query(), refetchInterval: 30_000 })
  if (!data) return null
  const text = `${healthText[data.status]}: ${data.workers} worker${data.workers === 1 ? '' : 's'}${data.workers_lost ? `, ${data.workers_lost} lost` : ''}, ${data.queued} queued${data.queued ? ` (oldest ${age(data.oldest_queued_seconds)})` : ''}, ${data.database} database`
  return (
    <Tooltip label={text}>
      <ActionIcon
        component={Link}
        to={links.jobDashboard()}
        variant="subtle"
        color="gray"
        aria-label={text}
        className={`tone-${healthTone[data.status]}`}
      >
        <span style={{ width: 11, height: 11, borderRadius: 6, background: 'var(--fill)' }} />
      </ActionIcon>
    </Tooltip>
  )
}

function Unread({ staff }: { staff: boolean }) {
  const { account } = useAccount()
  const { data } = useQuery({
    ...api.countUnreadMessages.query(),
    refetchInterval: 300_000,
    enabled: Boolean(account?.vendor_id),
  })
  const n = data?.unread_count ?? 0
  const text = many(n, 'unread message')
  return (
    <Tooltip label={text}>
      <Indicator label={n > 99 ? '99+' : n} size={16} disabled={n === 0} color="red.9" offset={4}>
        {staff ? (
          <ActionIcon
            component={Link}
            to={links.monitoring('summary')}
            variant="subtle"
            color="gray"
            aria-label={text}
          >
            <IconBell size={19} />
          </ActionIcon>
        ) : (
          <IconBell size={19} role="img" aria-label={text} />
        )}
      </Indicator>
    </Tooltip>
  )
}

function PersonMenu({ name, role }: { name: string; role: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  useHotkeys([['mod+shift+L', () => setColorScheme(dark ? 'light' : 'dark')]])
  const signOut = async () => {
    await api.signOut().catch(() => {})
    await router.navigate({ href: links.login() })
    forgetSession()
    await router.invalidate()
    await router.navigate({ href: links.login() })
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Your menu">
          <IconUserCircle size={21} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}
          <br />
          {role.replace('_', ' ')}
        </Menu.Label>
        <Menu.Item
          leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme('auto')}>Theme of the system</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
