import { Select, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  campaignDetails,
  campaignPath,
  type Campaign,
  type CampaignDetails,
} from '#contract/marketing/campaigns.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { VendorSelect } from '../vendor-record/public.tsx'

const blank: CampaignDetails = {
  campaign_name: '',
  code: '',
  landing_url: '',
  vendor_affiliate_id: null,
  promo_code_id: null,
  is_ended: false,
}
const toForm = (campaign: Campaign): CampaignDetails => ({
  campaign_name: campaign.campaign_name,
  code: campaign.code,
  landing_url: campaign.landing_url,
  vendor_affiliate_id: campaign.vendor_affiliate_id,
  promo_code_id: campaign.promo_code_id,
  is_ended: campaign.is_ended,
})
function validate(values: CampaignDetails): Record<string, string> {
  const issues = campaignDetails.safeParse(values).error?.issues ?? []
  // a field's first fault says the most
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]))
}

/** Adds or changes a campaign. */
export function CampaignForm({ campaign, close }: { campaign: Campaign | null; close: () => void }) {
  // as of when the dialog was opened: if somebody changed it since, the save is refused with what they did
  const [opened] = useState(campaign)
  const form = useForm<CampaignDetails>({ initialValues: opened ? toForm(opened) : blank, validate })
  const { data: codes } = useQuery({ ...api.listCampaignCodes.query(), staleTime: 60_000 })
  const { code, promo_code_id } = form.values
  return (
    <ActModal
      title={opened ? `Edit ${opened.campaign_name}` : 'Add campaign'}
      act={opened ? 'Save' : 'Add campaign'}
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={() =>
        api.saveCampaign({
          body: {
            ...form.values,
            campaign_id: opened?.campaign_id ?? null,
            ...(opened && { version: opened.version }),
          },
        })
      }
      doneText={opened ? 'Campaign saved' : 'Campaign added'}
      fields={form.setErrors}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('campaign_name')} />
      <TextInput
        label="Code"
        required
        description={`The link ends with ${campaignPath(code || 'code')}. utm_campaign=${code || 'code'} counts, too`}
        {...form.getInputProps('code')}
      />
      <TextInput
        label="Landing page"
        required
        placeholder="https://example.com/offer"
        description="Where the link leads"
        {...form.getInputProps('landing_url')}
      />
      <VendorSelect
        label="Affiliate"
        value={form.values.vendor_affiliate_id}
        name={opened?.affiliate ?? null}
        set={(id) => form.setFieldValue('vendor_affiliate_id', id)}
        error={form.errors.vendor_affiliate_id}
        description="Whose link it is, if an affiliate’s"
      />
      <Select
        label="Promo code"
        placeholder="None"
        description="Noted with each registration. Staff apply it"
        searchable
        clearable
        limit={50}
        data={(codes ?? []).map((one) => ({ value: String(one.promo_code_id), label: one.promo_code }))}
        value={promo_code_id === null ? null : String(promo_code_id)}
        onChange={(value) => form.setFieldValue('promo_code_id', value === null ? null : Number(value))}
        error={form.errors.promo_code_id}
      />
      {opened && (
        <Switch
          label="Ended"
          description="The link still leads to the landing page, and counts nothing"
          {...form.getInputProps('is_ended', { type: 'checkbox' })}
        />
      )}
    </ActModal>
  )
}
