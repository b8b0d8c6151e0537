import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { lazy, Suspense, useRef, useState } from 'react'
import { messages } from '#contract/messages.ts'
import {
  cardTypeOf,
  type BillingInformation,
  type RetryOutcome,
} from '#contract/payments/billing-information.ts'
import { api } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { Restored, useDraft } from '../../../ui/form/useDraft.tsx'
import { inputType } from '../../../ui/form/keyboards.ts'
import { focusFirstFault } from '../../../ui/act/focus.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'
import {
  cardBody,
  cardEnds,
  cardTypeChoices,
  contactLabels,
  contactSummary,
  isComplete,
  optional,
  faultsOf,
  monthChoices,
  noCard,
  yearChoices,
  type CardForm,
} from './my-card-form.ts'
import type { HandOver } from './StripeCard.tsx'

// Stripe's script is loaded only where its fields are shown
const StripeCard = lazy(() => import('./StripeCard.tsx'))

const unchangedText = 'You haven’t changed your billing contact'
/** The card's fields haven't loaded, or can't. */
const notThere: HandOver = () =>
  Promise.reject(new Error('The card form hasn’t loaded yet. Wait a moment, or reload the page'))

/** The customer's billing contact, the card on file, and the form for another card. */
export function MyCard({
  latest,
  isAnother,
  setAnother,
  onSaved,
}: {
  latest: BillingInformation
  /** The customer is entering another card. */
  isAnother: boolean
  setAnother: (another: boolean) => void
  /** Receives what happened to the debt. */
  onSaved: (retried: RetryOutcome | null) => void
}) {
  const typing = isAnother || latest.card === null
  const sandbox = latest.form.kind === 'sandbox'
  const form = useForm<CardForm>({
    initialValues: { contact: latest.contact, card: noCard },
    validate: (values) => faultsOf(values, typing && sandbox),
  })
  // folded once it is complete: it rarely changes, and the card comes first
  const [showsContact, setShowsContact] = useState(() => !isComplete(latest.contact))
  const handOver = useRef<HandOver>(null)
  const { act, busy } = useAct({
    // the card is no argument of the mutation: arguments are kept for a while
    run: async () => {
      const { contact, card } = form.getValues()
      if (!typing) return api.saveBillingInformation({ body: { contact } })
      const credit_card = sandbox
        ? cardBody(card)
        : { setup: await (handOver.current ?? notThere)(`${contact.first_name} ${contact.last_name}`) }
      return api.saveBillingInformation({ body: { contact, credit_card } })
    },
    doneText: messages.cardSaved,
    after: ({ retried: retry }) => {
      form.setFieldValue('card', noCard)
      form.resetDirty()
      setAnother(false)
      setShowsContact(false)
      onSaved(retry)
    },
    handlesError: (error) => {
      const fields = 'fields' in error ? (error.fields as Record<string, string>) : {}
      if (Object.keys(fields).some((field) => field.startsWith('contact'))) setShowsContact(true)
      form.setErrors(
        Object.fromEntries(
          Object.entries(fields).map(([field, text]) => [field.replace(/^credit_card\b/, 'card'), text]),
        ),
      )
      focusFirstFault()
      return false
    },
  })
  // nothing of a card is ever kept
  const isRestored = useDraft('billing contact', form.isDirty('contact') && !busy, {
    read: () => form.values.contact,
    restore: (contact) => {
      form.setValues({ contact })
      setShowsContact(true)
    },
  })
  // nothing stays of a card that isn't saved after all
  const keep = () => {
    form.setFieldValue('card', noCard)
    form.clearErrors()
    setAnother(false)
  }
  const submit = form.onSubmit(
    () => (typing || form.isDirty() ? act() : notify('warning', unchangedText)),
    (errors) => {
      if (Object.keys(errors).some((field) => field.startsWith('contact'))) setShowsContact(true)
      notify('error', messages.cardFormErrors)
      focusFirstFault()
    },
  )
  const saveButton = (
    <Group>
      <Button
        type="submit"
        size="md"
        variant={typing ? 'filled' : 'default'}
        loading={busy}
        disabled={Boolean(readOnly)}
        title={readOnly}
      >
        {typing ? 'Save card' : 'Save billing contact'}
      </Button>
    </Group>
  )
  return (
    <form noValidate autoComplete="on" onSubmit={submit}>
      <LeaveGuard changes={form.isDirty() && !busy ? 1 : 0} />
      <Stack gap="lg">
        {isRestored && <Restored />}
        {!typing && latest.card && <SavedCard card={latest.card} replace={() => setAnother(true)} />}
        {typing && (
          <fieldset className="mine-fields">
            <legend>
              <Title order={3}>{latest.card ? 'New card' : 'Your card'}</Title>
            </legend>
            {sandbox ? (
              <TypedCard form={form} isRequested={isAnother} />
            ) : (
              latest.form.kind === 'stripe' && (
                <Suspense fallback={<Text size="sm">Loading card form…</Text>}>
                  <StripeCard
                    publishableKey={latest.form.publishable_key}
                    refusal={form.errors['card.card_num']}
                    handOver={handOver}
                  />
                </Suspense>
              )
            )}
            {latest.card && (
              <Button variant="subtle" size="md" onClick={keep}>
                Keep {latest.card.text}
              </Button>
            )}
          </fieldset>
        )}
        {!showsContact && typing && saveButton}
        <fieldset className="mine-fields">
          <legend>
            <Title order={3}>Billing contact</Title>
          </legend>
          {showsContact ? (
            <ContactFields form={form} isRequested={isComplete(latest.contact) && !isRestored} />
          ) : (
            <Group justify="space-between" wrap="nowrap">
              <Text>{contactSummary(form.values.contact)}</Text>
              <Button variant="default" size="md" className="mine-edit" onClick={() => setShowsContact(true)}>
                Edit
              </Button>
            </Group>
          )}
        </fieldset>
        {showsContact && saveButton}
      </Stack>
    </form>
  )
}

const SavedCard = ({
  card,
  replace,
}: {
  card: NonNullable<BillingInformation['card']>
  replace: () => void
}) => (
  <Group justify="space-between" className="mine-card">
    <div>
      <b>{card.text}</b>
      <Text size="sm" c="dimmed">
        {cardEnds(card)}
      </Text>
    </div>
    <Button variant="default" size="md" onClick={replace} disabled={Boolean(readOnly)}>
      {' '}
      Use a different card
    </Button>
  </Group>
)

type FieldsOf = Pick<UseFormReturnType<CardForm>, 'getInputProps' | 'setFieldValue'>

/** @param isRequested the customer asked to edit it, so its first field gets the focus */
const ContactFields = ({ form, isRequested }: { form: FieldsOf; isRequested: boolean }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    {Object.entries(contactLabels).map(([key, label], i) => (
      <TextInput
        key={key}
        size="md"
        label={label}
        type={inputType(key)}
        required={!optional.has(key)}
        autoFocus={isRequested && i === 0}
        autoComplete={autoFill[key]}
        {...form.getInputProps(`contact.${key}`)}
      />
    ))}
  </SimpleGrid>
)

/**
 * Typed card fields, for a gateway without fields of its own.
 * @param isRequested the customer asked for another card, so its first field gets the focus
 */
function TypedCard({ form, isRequested }: { form: FieldsOf; isRequested: boolean }) {
  const [thisYear] = useState(() => new Date().getFullYear())
  const number = form.getInputProps('card.card_num')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        size="md"
        label="Name on card"
        required
        autoComplete="cc-name"
        autoFocus={isRequested}
        {...form.getInputProps('card.name_on_card')}
      />
      <TextInput
        size="md"
        label="Card number"
        required
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={30}
        {...number}
        onChange={(e) => {
          number.onChange(e)
          const type = cardTypeOf(e.currentTarget.value)
          if (type) form.setFieldValue('card.card_type_id', String(type))
        }}
      />
      <Select
        size="md"
        label="Card type"
        required
        data={cardTypeChoices}
        allowDeselect={false}
        {...form.getInputProps('card.card_type_id')}
      />
      <TextInput
        size="md"
        label="Security code"
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={4}
        {...form.getInputProps('card.cvc')}
      />
      <Select
        size="md"
        label="Expiration month"
        required
        data={monthChoices}
        allowDeselect={false}
        autoComplete="cc-exp-month"
        {...form.getInputProps('card.exp_month')}
      />
      <Select
        size="md"
        label="Expiration year"
        required
        data={yearChoices(thisYear)}
        allowDeselect={false}
        autoComplete="cc-exp-year"
        {...form.getInputProps('card.exp_year')}
      />
    </SimpleGrid>
  )
}

const autoFill: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  phone: 'tel',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
  country: 'country-name',
}
