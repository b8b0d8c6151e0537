import './styles.ts'
import { ActionIcon, AppShell, Burger, Group, Indicator, Menu, NavLink, NumberInput, Text, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBell,
  IconBuildingWarehouse,
  IconGauge,
  IconGitMerge,
  IconListDetails,
  IconMail,
  IconMoon,
  IconPhoto,
  IconRefresh,
  IconSearch,
  IconServer,
  IconShoppingCart,
  IconStar,
  IconSun,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { router } from '../routes.tsx'
import { age } from '../ui/time.ts'
import { Palette } from './Palette.tsx'
import { forgetSession, useAccount } from './session.ts'
import { Shortcuts, useGoKeys } from './Shortcuts.tsx'

const staffNav = [
  { group: 'Vendors', label: 'Search Users', to: links.vendorSearch(), match: '/vendors', icon: IconUsers, key: 'v' },
  { group: 'Suppliers', label: 'Suppliers', to: links.suppliers(), match: /^\/suppliers\/($|view)/, icon: IconBuildingWarehouse, key: 's' },
  { group: 'Suppliers', label: 'Featured Suppliers', to: links.featured(), match: '/suppliers/featured', icon: IconStar, key: 'f' },
  { group: 'Suppliers', label: 'Variant Mapping', to: links.mappingReport(), match: '/suppliers/mapping-report', icon: IconGitMerge, key: 'p' },
  { group: 'Dashboards', label: 'Monitoring Dashboard', to: links.monitoring(), match: '/dashboards/monitoring', icon: IconActivityHeartbeat, key: 'm' },
  { group: 'Dashboards', label: 'Job Dashboard', to: links.jobDashboard(), match: '/dashboards/dashboard', icon: IconGauge, key: 'j' },
  { group: 'Dashboards', label: 'Updating Dashboard', to: links.categoryDashboard('updating'), match: '/dashboards/updating', icon: IconRefresh, key: 'u' },
  { group: 'Dashboards', label: 'Ordering Jobs', to: links.categoryDashboard('ordering'), match: '/dashboards/ordering', icon: IconShoppingCart, key: 'o' },
  { group: 'Dashboards', label: 'Image Jobs', to: links.categoryDashboard('image'), match: '/dashboards/image', icon: IconPhoto, key: 'i' },
  { group: 'Dashboards', label: 'Server Dashboard', to: links.servers(), match: '/dashboards/servers', icon: IconServer, key: 'd' },
  { group: 'Dashboards', label: 'Jobs', to: links.jobs(), match: '/jobs', icon: IconListDetails, key: 'l' },
  { group: 'Reports', label: 'Update Failures', to: links.updateFailures(), match: '/reports/update-failures', icon: IconAlertTriangle, key: 'r' },
  { group: 'Reports', label: 'Kept Mail', to: links.devMail(), match: '/dev/mail', icon: IconMail, key: 'e' },
] as const
const customerNav = [
  { group: 'Account', label: 'Account Details', to: links.accountDetails(), match: '/account/details', icon: IconUserCircle, key: 'a' },
] as const

/** Navigation and header around every screen that needs a session: icons alone under 1200 px, a drawer under 992. */
export default function Frame() {
  const { account, staff } = useAccount()
  const [open, { toggle, close }] = useDisclosure()
  const narrow = useMediaQuery('(max-width: 1199.9px)') ?? false
  const drawer = useMediaQuery('(max-width: 991.9px)') ?? false
  const { pathname } = useLocation()
  const nav = staff ? staffNav : customerNav
  const isAt = (match: string | RegExp) => (typeof match === 'string' ? pathname.startsWith(match) : match.test(pathname))
  useGoKeys(nav)
  if (!account) return null
  const icons = narrow && !drawer
  return (
    <AppShell header={{ height: 52 }} navbar={{ width: icons ? 64 : 244, breakpoint: 'md', collapsed: { mobile: !open } }} padding="lg">
      <a href="#main" className="skip">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={open} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
            <UnstyledButton component={Link} to={staff ? links.vendorSearch() : links.accountDetails()} fw={700}>
              <Text fw={750} c="cyan" component="span" style={{ color: 'var(--mantine-color-anchor)' }}>
                Feedstock
              </Text>
            </UnstyledButton>
          </Group>
          {staff && (
            <UnstyledButton
              onClick={spotlight.open}
              visibleFrom="sm"

              style={{ border: '1px solid var(--line)', borderRadius: 8, padding: '4px 10px', flex: '0 1 340px' }}
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
            {staff && <Unread />}
            <PersonMenu name={account.email} role={account.role} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Areas" style={{ overflowY: 'auto' }}>
        {nav.map((item, i) => (
          <IconTip key={item.to} label={item.label} show={icons}>
            {!icons && item.group !== nav[i - 1]?.group && <div className="nav-group">{item.group}</div>}
            <NavLink
              component={Link}
              to={item.to}
              onClick={close}
              active={isAt(item.match)}
              label={icons ? undefined : item.label}
              aria-label={item.label}
              aria-current={isAt(item.match) ? 'page' : undefined}
              leftSection={<item.icon size={19} stroke={1.7} />}
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
      <Shortcuts />
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

const healthText = { ok: 'All is well', degraded: 'Something is slow or lost', down: 'No worker is running' } as const
const healthTone = { ok: 'good', degraded: 'wait', down: 'bad' } as const
function Health() {
  const { data } = useQuery({ ...api.getHealth.query(), refetchInterval: 30_000 })
  if (!data) return null
  const text = `${healthText[data.status]}: ${data.workers} worker${data.workers === 1 ? '' : 's'}${data.workers_lost ? `, ${data.workers_lost} lost` : ''}, ${data.queued} queued${data.queued ? ` (oldest ${age(data.oldest_queued_seconds)})` : ''}, ${data.database} database`
  return (
    <Tooltip label={text}>
      <ActionIcon component={Link} to={links.jobDashboard()} variant="subtle" color="gray" aria-label={text} className={`tone-${healthTone[data.status]}`}>
        <span style={{ width: 11, height: 11, borderRadius: 6, background: 'var(--fill)' }} />
      </ActionIcon>
    </Tooltip>
  )
}

function Unread() {
  const { account } = useAccount()
  const { data } = useQuery({ ...api.countUnreadMessages.query(), refetchInterval: 300_000, enabled: Boolean(account?.vendor_id) })
  const n = data?.unread_count ?? 0
  return (
    <Tooltip label={n === 1 ? '1 unread message' : `${n} unread messages`}>
      <Indicator label={n > 99 ? '99+' : n} size={16} disabled={n === 0} color="red.9" offset={4}>
        <ActionIcon component={Link} to={links.monitoring('summary')} variant="subtle" color="gray" aria-label={`${n} unread messages`}>
          <IconBell size={19} />
        </ActionIcon>
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
        <Menu.Item leftSection={dark ? <IconSun size={16} /> : <IconMoon size={16} />} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
          {dark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme('auto')}>Theme of the system</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
