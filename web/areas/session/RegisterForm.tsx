import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { tagLength, type RegistrationTags } from '#contract/marketing/tags.ts'
import { orderVolumes } from '#contract/vendors/basics.ts'
import { api } from '../../api.ts'
import { PublicPage, PublicText } from '../../ui/page/PublicPage.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { AccountForm, accountField, NewPassword, showingFaults } from './AccountForm.tsx'
import { enter } from './enter.ts'

const yesOrNo = [
  { value: '', label: 'Choose' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'Not yet' },
]
const volumes = orderVolumes.map((value) => ({ value, label: value === 'Unknown' ? 'I don’t know' : value }))

/** No tag of a link keeps anybody from registering. */
const cut = (tags: RegistrationTags): RegistrationTags => ({
  utm_source: tags.utm_source.slice(0, tagLength),
  utm_medium: tags.utm_medium.slice(0, tagLength),
  utm_campaign: tags.utm_campaign.slice(0, tagLength),
  promo_code: tags.promo_code.slice(0, tagLength),
})

interface Registering {
  link: { email: string; repId: string }
  /** How the link was tagged. */
  source: RegistrationTags
  company: string
  /** Called when the link was used meanwhile: the screen then shows its state. */
  recheck: () => void
}

export function RegisterForm({ link, source, company, recheck }: Registering) {
  const form = useForm({
    initialValues: {
      contact: { primaryPhone: '' },
      rep: {
        password: '',
        currentlySellingOnline: '',
        orderNumber: 'Unknown' as (typeof orderVolumes)[number],
      },
    },
    validate: {
      contact: { primaryPhone: (v) => (v.trim() ? null : 'Enter a phone number') },
      rep: {
        password: (v) => (v.length < 10 ? 'Use at least 10 characters' : null),
        currentlySellingOnline: (v) => (v ? null : 'Choose one'),
      },
    },
  })
  const { act, busy } = useAct({
    run: () => {
      const { contact, rep } = form.values
      const currentlySellingOnline = rep.currentlySellingOnline === 'yes'
      return api.registerUser({
        body: {
          contact,
          source: cut(source),
          rep: {
            ...rep,
            login: link.email,
            repId: link.repId,
            currentlySellingOnline,
            orderNumber: currentlySellingOnline ? rep.orderNumber : 'Unknown',
          },
        },
      })
    },
    after: ({ success }) =>
      success
        ? enter(link.email, form.values.rep.password, `Welcome! Your ${company} account is ready.`)
        : recheck(),
    handlesError: showingFaults(form),
  })
  const sells = form.values.rep.currentlySellingOnline === 'yes'
  return (
    <PublicPage title={`Create your ${company} account`}>
      <PublicText>
        You’ll sign in as <b>{link.email}</b>.
      </PublicText>
      <AccountForm form={form} email={link.email} act={() => act()} busy={busy} submitText="Create account">
        <NewPassword least={10} autoFocus {...form.getInputProps('rep.password')} />
        <TextInput
          {...accountField}
          label="Phone number"
          description="We’ll only call about your account"
          type="tel"
          autoComplete="tel"
          required
          {...form.getInputProps('contact.primaryPhone')}
        />
        <NativeSelect
          {...accountField}
          label="Do you already sell online?"
          data={yesOrNo}
          required
          {...form.getInputProps('rep.currentlySellingOnline')}
        />
        {sells && (
          <NativeSelect
            {...accountField}
            label="About how many orders do you get a month?"
            data={volumes}
            {...form.getInputProps('rep.orderNumber')}
          />
        )}
      </AccountForm>
    </PublicPage>
  )
}
