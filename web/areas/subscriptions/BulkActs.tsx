import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { VendorSubscription, WantedSubscription } from '#contract/subscriptions/subscriptions.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { notify } from '../../ui/act/notify.tsx'
import { SelectionBar } from '../../ui/form/SaveBar.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { many } from '../../ui/values.tsx'
import { actNames, fits, skippedText, type SubscriptionAct } from './acts.ts'

const bulk = ['cancel', 'freeze', 'reactivate'] as const
type Extra = 'is_legacy' | 'has_ebay_access'
const extras: readonly (readonly [string, Extra, boolean])[] = [
  ['Add eBay access', 'has_ebay_access', true],
  ['Remove eBay access', 'has_ebay_access', false],
  ['Add legacy access', 'is_legacy', true],
  ['Remove legacy access', 'is_legacy', false],
]

/** The acts for the ticked subscriptions, each with those it fits. */
export function BulkActs({
  subscriptions: selection,
  vendorId,
  version,
  act,
  clear,
}: {
  subscriptions: readonly VendorSubscription[]
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
  const save = (changes: WantedSubscription[], version?: number) =>
    api.saveSubscriptions({ params, body: { version: version, subscriptions: changes } })
  const { act: give, busy } = useAct({
    run: ({ ids, extra, isGiven }: { ids: number[]; extra: Extra; isGiven: boolean }) =>
      save(
        ids.map((dropshipper_id) => ({ dropshipper_id, [extra]: isGiven })),
        version,
      ),
    doneText: (_, { ids }) => `Access changed for ${many(ids.length, 'subscription')}`,
    undo: (_, { ids, extra, isGiven: wasGiven }) =>
      save(ids.map((dropshipper_id) => ({ dropshipper_id, [extra]: !wasGiven }))),
    after: clear,
  })
  return (
    <SelectionBar count={selection.length} clear={clear}>
      {bulk.map((name) => {
        const fitting = selection.filter(fits[name])
        return (
          fitting.length > 0 && (
            <Button
              key={name}
              size="xs"
              variant="default"
              title={skippedText(name, selection) || undefined}
              onClick={() => act(name, fitting, selection)}
            >
              {actNames[name]} {fitting.length}…
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
          {extras.map(([label, extra, isGiven]) => (
            <Menu.Item
              key={label}
              onClick={() => {
                const ids = selection.filter((s) => s[extra] !== isGiven).map((s) => s.dropshipper_id)
                if (ids.length === 0) notify('warning', messages.subscriptionsUnchanged)
                else give({ ids, extra, isGiven })
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
