import { Alert, Anchor, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { supplierNeeded } from '#contract/custom-feeds/custom-feeds.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { checkedBody, faultsOf, newValues, toErrors, type Values } from './custom-feed-form.ts'
import { CustomFeedFields } from './CustomFeedFields.tsx'

interface Props {
  vendor: { vendor_id: number; company: string }
  close: () => void
}

/** Adds a custom feed. Its file is tested, mapped and run on its page, which opens next. */
export function AddCustomFeed({ vendor, close }: Props) {
  const params = { vid: vendor.vendor_id }
  const navigate = useNavigate()
  const { data } = useQuery({ ...api.listCustomFeedChoices.query({ params }), staleTime: 0 })
  const form = useForm<Values>({ initialValues: newValues, validate: faultsOf })
  const chosenSupplier = data?.find((s) => String(s.dropshipper_id) === form.values.dropshipper)
  const unchosen = chosenSupplier ? undefined : supplierNeeded
  const ask = data?.filter((s) => s.required && s.subscribed && !s.there) ?? []
  return (
    <ActModal
      title={`Add custom feed for ${vendor.company}`}
      act="Add custom feed"
      size="xl"
      missing={data ? unchosen : 'Loading…'}
      isChanged={form.isDirty()}
      form={form}
      run={() => api.saveCustomFeed({ params, body: checkedBody(form.values) })}
      fields={(errors) => form.setErrors(toErrors(errors))}
      doneText={(savedFeed) => `Custom feed from ${savedFeed.dropshipper_name} added. Set up its file next`}
      after={(savedFeed) =>
        navigate({ href: links.customFeed(vendor.vendor_id, savedFeed.vendor_custom_feed_id, 'settings') })
      }
      close={close}
    >
      <Select
        label="Supplier"
        required
        searchable
        data-autofocus
        placeholder="Choose a supplier"
        nothingFoundMessage="No suppliers with custom feeds match"
        description={
          ask.length > 0 ? `Required by ${ask.map((s) => s.dropshipper_name).join(', ')}` : undefined
        }
        data={[
          { group: 'Subscribed', items: itemsOf(data?.filter((s) => s.subscribed)) },
          { group: 'Not subscribed', items: itemsOf(data?.filter((s) => !s.subscribed)) },
        ]}
        {...form.getInputProps('dropshipper')}
        onChange={(value) => form.setValues({ dropshipper: value, tier: null, access: false })}
      />
      {chosenSupplier && !chosenSupplier.subscribed && (
        <Alert color="yellow">
          This vendor isn’t subscribed to {chosenSupplier.dropshipper_name}.{' '}
          <Anchor component={Link} to={links.vendor(vendor.vendor_id, 'subscriptions')} inherit>
            Add a subscription
          </Anchor>{' '}
          to sell the feed’s products.
        </Alert>
      )}
      <Suspense>
        <CustomFeedFields form={form} options={chosenSupplier} feed={nothingYet} />
      </Suspense>
    </ActModal>
  )
}

const nothingYet = {
  feed_id: null,
  dropshipper_id: 0,
  source: { kind: 'upload' as const },
  source_secret_set: false,
  upload: null,
}

interface Choice {
  dropshipper_id: number
  dropshipper_name: string
  there: boolean
}
const itemsOf = (choices: readonly Choice[] | undefined) =>
  (choices ?? []).map((s) => ({
    value: String(s.dropshipper_id),
    label: s.dropshipper_name + (s.there ? ' (already added)' : ''),
    disabled: s.there,
  }))
