import { Anchor, Button, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import { messages } from '#contract/messages.ts'
import type { LivePath } from '#contract/integrations/live.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

/** What a vendor pays, as far as it decides what a subscription costs. */
export interface PayingVendor {
  vendor_id: number
  counts: { name: string; monthly_fee: string } | null
  next_charge_date: string | null
}

/** A supplier that the vendor is subscribed to, or a new subscription. */
export function SupplierStep({
  vendor,
  path,
  go,
}: {
  vendor: PayingVendor
  path: LivePath
  go: (supplierId: number) => Promise<void>
}) {
  const params = { vendor_id: vendor.vendor_id }
  const [draft, setDraft] = useState('')
  const [search] = useDebouncedValue(draft.trim(), 200)
  const first =
    path.supplier ?? path.subscriptions.find(({ live: isLive, frozen: isFrozen }) => !isLive && !isFrozen)
  const [choice, setChoice] = useState<number | undefined>(first?.dropshipper_id)
  const { data } = useQuery({
    ...api.findSuppliersToAdd.query({ params, query: { search } }),
    placeholderData: keepPreviousData,
  })
  const subscriptions = path.subscriptions.filter((s) =>
    s.dropshipper_name.toLowerCase().includes(search.toLowerCase()),
  )
  const others = (data ?? []).filter((s) => s.refused !== messages.subscribedAlready)
  const subscription = path.subscriptions.find((s) => s.dropshipper_id === choice)
  const supplier = subscription ?? others.find((s) => s.dropshipper_id === choice)
  const { act, busy } = useAct({
    run: async (id: number) => {
      if (!subscription) await api.addSubscription({ params: { ...params, did: id } })
      return id
    },
    after: go,
    ...(!subscription && supplier && { doneText: `${supplier.dropshipper_name} added` }),
  })
  const verb = subscription ? 'Continue with' : 'Subscribe to'
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        if (supplier) act(supplier.dropshipper_id)
      }}
    >
      <Stack>
        <TextInput
          label="Supplier"
          placeholder="Search suppliers"
          maw={420}
          data-first
          value={draft}
          onChange={(e) => setDraft(e.currentTarget.value)}
        />
        <Radio.Group
          aria-label="Suppliers found"
          value={choice === undefined ? '' : String(choice)}
          onChange={(value) => setChoice(Number(value))}
        >
          <Stack className="live-choices scroll-y">
            {path.subscriptions.length > 0 && (
              <Choices title="Subscribed" empty="No subscriptions match.">
                {subscriptions.map((s) => (
                  <Radio
                    key={s.dropshipper_id}
                    value={String(s.dropshipper_id)}
                    label={s.dropshipper_name}
                    description={descriptionOf(s)}
                    disabled={s.frozen}
                  />
                ))}
              </Choices>
            )}
            <Choices title="Other suppliers" empty={data ? 'No other suppliers match.' : 'Loading…'}>
              {others.map((s) => (
                <Radio
                  key={s.dropshipper_id}
                  value={String(s.dropshipper_id)}
                  label={s.dropshipper_name}
                  description={s.refused ?? many(s.active_products, 'active product')}
                  disabled={s.refused !== null}
                />
              ))}
            </Choices>
          </Stack>
        </Radio.Group>
        <Group gap="sm" mih={34}>
          <Button
            type="submit"
            loading={busy}
            disabled={!supplier || readOnly !== undefined}
            title={readOnly}
            data-main
          >
            {supplier ? `${verb} ${supplier.dropshipper_name}` : 'Choose a supplier'}
          </Button>
          <Text size="sm" c="dimmed">
            {supplier && (subscription ? subscribedText(vendor) : addedText(vendor))}
          </Text>
        </Group>
        {path.supplier?.no_access && (
          <p className="callout tone-bad">
            {path.supplier.dropshipper_name} is restricted, and this vendor has no access.{' '}
            <Anchor
              component={Link}
              to={links.vendor(vendor.vendor_id, 'restricted_supplier_access')}
              inherit
            >
              Grant access
            </Anchor>
          </p>
        )}
      </Stack>
    </form>
  )
}

function descriptionOf({
  active_products,
  live: isLive,
  frozen: isFrozen,
}: LivePath['subscriptions'][number]): string {
  if (isFrozen) return 'Frozen. Resume the subscription first'
  return `${many(active_products, 'active product')}${isLive ? ', live' : ''}`
}
const planText = ({ counts }: PayingVendor) =>
  counts === null ? 'No plan' : `${counts.name}, ${money(counts.monthly_fee)} a month`
const subscribedText = (vendor: PayingVendor) => `${planText(vendor)}. Already subscribed.`
const addedText = (vendor: PayingVendor) =>
  vendor.next_charge_date === null
    ? `${planText(vendor)}. Nothing is charged.`
    : `${planText(vendor)}. The charge on ${dayText(vendor.next_charge_date)} won’t change.`

const Choices = ({
  title,
  empty,
  children,
}: {
  title: string
  empty: string
  children: React.ReactNode[]
}) => (
  <div>
    <Text size="sm" c="dimmed" mb={6}>
      {title}
    </Text>
    {children.length === 0 && <Text size="sm">{empty}</Text>}
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} verticalSpacing="xs">
      {children}
    </SimpleGrid>
  </div>
)
