import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { VendorSubscription, WantedSubscription } from '#contract/subscriptions/subscriptions.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { notify } from '../../ui/act/notify.tsx'
import { SelectionBar } from '../../ui/form/SaveBar.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { many } from '../../ui/values.tsx'
import { actNames, fits, leftOut, type SubscriptionAct } from './acts.ts'

const bulk = ['cancel', 'freeze', 'reactivate'] as const
type Extra = 'is_legacy' | 'has_ebay_access'
const extras: readonly (readonly [string, Extra, boolean])[] = [
  ['Give eBay access', 'has_ebay_access', true],
  ['Take eBay access away', 'has_ebay_access', false],
  ['Make them legacy', 'is_legacy', true],
  ['Make them legacy no more', 'is_legacy', false],
]

/** What can be done with the ticked subscriptions, each act with those that it is for. */
export function BulkActs({
  of,
  vendorId,
  version,
  act,
  clear,
}: {
  of: readonly VendorSubscription[]
  vendorId: number
  version: number
  act: (
    act: SubscriptionAct,
    of: readonly VendorSubscription[],
    ticked: readonly VendorSubscription[],
  ) => void
  clear: () => void
}) {
  const params = { vendor_id: vendorId }
  const save = (subscriptions: WantedSubscription[], at?: number) =>
    api.saveSubscriptions({ params, body: { version: at, subscriptions } })
  const { act: give, busy } = useAct({
    run: ({ ids, extra, on }: { ids: number[]; extra: Extra; on: boolean }) =>
      save(
        ids.map((dropshipper_id) => ({ dropshipper_id, [extra]: on })),
        version,
      ),
    done: (_, { ids }) => `The extra access of ${many(ids.length, 'subscription')} is changed`,
    undo: (_, { ids, extra, on }) => save(ids.map((dropshipper_id) => ({ dropshipper_id, [extra]: !on }))),
    after: clear,
  })
  return (
    <SelectionBar count={of.length} clear={clear}>
      {bulk.map((name) => {
        const those = of.filter(fits[name])
        return (
          those.length > 0 && (
            <Button
              key={name}
              size="xs"
              variant="default"
              title={leftOut(name, of) || undefined}
              onClick={() => act(name, those, of)}
            >
              {actNames[name]} {those.length}…
            </Button>
          )
        )
      })}
      <Menu position="top-end">
        <Menu.Target>
          <Button size="xs" variant="default" loading={busy} rightSection={<IconChevronDown size={13} />}>
            Extra access
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {extras.map(([label, extra, on]) => (
            <Menu.Item
              key={label}
              onClick={() => {
                const ids = of.filter((s) => s[extra] !== on).map((s) => s.dropshipper_id)
                if (ids.length === 0) notify('warning', messages.subscriptionsUnchanged)
                else give({ ids, extra, on })
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </SelectionBar>
  )
}
