import { ActionIcon, Checkbox, Menu } from '@mantine/core'
import { IconCircleCheck, IconClock, IconDots, IconLock, IconSnowflake } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { standings } from '#contract/feeds/standing.ts'
import { catalogText, subscriptionStates } from '#contract/subscriptions/standing.ts'
import type { VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { count, many, Status, type Tone } from '../../ui/values.tsx'
import { GoodAge, StandingSign } from '../feeds/public.tsx'
import { actNames, fits, subscriptionActs, type SubscriptionAct } from './acts.ts'

type Extra = 'is_legacy' | 'has_ebay_access'
interface ColumnOptions {
  vendorId: number
  rows: readonly VendorSubscription[]
  isChecked: (s: VendorSubscription, extra: Extra) => boolean
  check: (s: VendorSubscription, extra: Extra, on: boolean) => void
  act: (act: SubscriptionAct, s: VendorSubscription) => void
  open: (what: 'warehouses' | 'configuration' | 'history', s: VendorSubscription) => void
}

const signs: Record<VendorSubscription['state'], { tone: Tone; icon: typeof IconClock }> = {
  active: { tone: 'good', icon: IconCircleCheck },
  cancel_pending: { tone: 'wait', icon: IconClock },
  freeze_pending: { tone: 'wait', icon: IconClock },
  frozen: { tone: 'off', icon: IconSnowflake },
}
const sum = (rows: readonly VendorSubscription[], valueOf: (s: VendorSubscription) => number) =>
  count(rows.reduce((total, s) => total + valueOf(s), 0))

export const subscriptionColumns = (options: ColumnOptions): readonly Column<VendorSubscription>[] => [
  {
    key: 'name',
    header: 'Supplier',
    leaves: 0,
    sortValue: (s) => s.dropshipper_name.toLowerCase(),
    total: many(options.rows.length, 'subscription'),
    cell: (s) => (
      <Link to={links.supplier(s.dropshipper_id)} className="name">
        {s.dropshipper_name}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (s) => subscriptionStates[s.state],
    cell: (s) => <Status {...signs[s.state]}>{subscriptionStates[s.state]}</Status>,
  },
  {
    key: 'todo',
    header: 'To do',
    leaves: 3,
    sortValue: (s) => (s.no_access ? -1 : -s.open_fields || null),
    cell: (s) => <ToDo subscription={s} {...options} />,
  },
  {
    key: 'standing',
    header: 'Feed',
    leaves: 4,
    sortValue: (s) => standings.indexOf(s.standing),
    cell: (s) => <StandingSign feed={s} />,
  },
  {
    key: 'age',
    header: 'Feed age',
    leaves: 8,
    sortValue: (s) => s.last_successful_run,
    cell: (s) => <GoodAge feed={s} />,
  },
  {
    key: 'catalog',
    header: 'Catalog',
    leaves: 5,
    sortValue: catalogText,
    cell: catalogText,
  },
  {
    key: 'products',
    header: 'Products',
    leaves: 6,
    numeric: true,
    sortValue: (s) => s.active_products,
    total: sum(options.rows, (s) => s.active_products),
    cell: (s) => count(s.active_products),
  },
  {
    key: 'integrations',
    header: 'Integrations',
    leaves: 5,
    numeric: true,
    sortValue: (s) => s.integrations,
    total: sum(options.rows, (s) => s.integrations),
    cell: (s) => (s.integrations === 0 ? '0' : `${count(s.active_integrations)} of ${count(s.integrations)}`),
  },
  extra('is_legacy', 'Legacy', options),
  extra('has_ebay_access', 'eBay', options),
  {
    key: 'since',
    header: 'Since',
    leaves: 7,
    numeric: true,
    sortValue: (s) => s.since_tm,
    moment: (s) => s.since_tm,
  },
  {
    key: 'acts',
    header: 'Actions',
    leaves: 0,
    width: 56,
    cell: (s) => <Acts subscription={s} {...options} />,
  },
]

const extra = (
  key: Extra,
  header: string,
  { isChecked, check }: ColumnOptions,
): Column<VendorSubscription> => ({
  key,
  header,
  leaves: 2,
  sortValue: (s) => (isChecked(s, key) ? 0 : 1),
  cell: (s) => (
    <Checkbox
      size="xs"
      aria-label={`${header} access to ${s.dropshipper_name}`}
      checked={isChecked(s, key)}
      onChange={(e) => check(s, key, e.currentTarget.checked)}
    />
  ),
})

/** What keeps a subscription from working, with the way to resolve it. */
function ToDo({ subscription: s, vendorId, open }: ColumnOptions & { subscription: VendorSubscription }) {
  if (s.no_access)
    return (
      <Link to={links.vendor(vendorId, 'restricted_supplier_access')} className="link" title={s.no_access}>
        <IconLock size={13} aria-hidden /> Grant access
      </Link>
    )
  if (s.open_fields === 0 && s.active_integrations === 0 && s.state === 'active')
    return (
      <Link to={links.goLive(vendorId, { supplier: s.dropshipper_id })} className="link">
        Go live
      </Link>
    )
  if (s.open_fields === 0) return <span className="faint">—</span>
  return (
    <button type="button" className="link" onClick={() => open('configuration', s)}>
      Fill in {many(s.open_fields, 'field')}
    </button>
  )
}

const Acts = ({
  subscription: s,
  vendorId,
  act,
  open,
}: ColumnOptions & { subscription: VendorSubscription }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${s.dropshipper_name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {subscriptionActs
        .filter((name) => fits[name](s))
        .map((name) => (
          <Menu.Item key={name} onClick={() => act(name, s)} {...(name === 'remove' && { color: 'red' })}>
            {actNames[name]}…
          </Menu.Item>
        ))}
      <Menu.Divider />
      <Menu.Item component={Link} to={links.goLive(vendorId, { supplier: s.dropshipper_id })}>
        Go live
      </Menu.Item>
      <Menu.Item onClick={() => open('history', s)}>Feed history</Menu.Item>
      <Menu.Item onClick={() => open('configuration', s)}>Configuration…</Menu.Item>
      <Menu.Item onClick={() => open('warehouses', s)}>
        Warehouses… {s.warehouses > 0 && <span className="faint">{s.warehouses} selected</span>}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
