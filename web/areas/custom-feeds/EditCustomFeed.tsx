import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { checkedBody, faultsOf, toErrors, toValues, type Values } from './custom-feed-form.ts'
import { CustomFeedFields } from './CustomFeedFields.tsx'
import { soldAfterChange } from './words.ts'

/** Changes what a custom feed means, and its source and threshold. */
export function EditCustomFeed({ view, close }: { view: CustomFeedView; close: () => void }) {
  // the opened version detects another person's save
  const [openedFeed] = useState(view)
  const form = useForm<Values>({ initialValues: toValues(openedFeed), validate: faultsOf })
  const { vendor_id, vendor_custom_feed_id, version } = openedFeed
  const soldNotice = soldAfterChange(openedFeed, form.values)
  return (
    <ActModal
      title={`Edit custom feed from ${view.dropshipper_name} for ${view.company}`}
      act="Save"
      size="xl"
      missing={form.isDirty() ? undefined : 'No changes'}
      isChanged={form.isDirty()}
      form={form}
      run={async () => {
        const body = { ...checkedBody(form.values), vendor_custom_feed_id, version }
        return api.saveCustomFeed({ params: { vid: vendor_id }, body })
      }}
      fields={(errors) => form.setErrors(toErrors(errors))}
      doneText="Custom feed saved"
      close={close}
    >
      <Suspense>
        <CustomFeedFields
          form={form}
          options={{
            tiers: view.dynamic_pricing_tier_options,
            restricted_access: view.dynamic_restricted_access_option,
          }}
          feed={openedFeed}
        />
      </Suspense>
      {soldNotice && (
        <div className="callout tone-wait" role="status">
          {soldNotice}
        </div>
      )}
      <Text size="sm" c="dimmed">
        For mapping, rules and more gate limits, see{' '}
        <Link to={links.customFeed(vendor_id, vendor_custom_feed_id, 'settings')} className="link">
          Settings
        </Link>
        .
      </Text>
    </ActModal>
  )
}
