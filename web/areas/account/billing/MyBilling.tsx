import '../mine.css'
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import type { RetryOutcome } from '#contract/payments/billing-information.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { many } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { Facts, LoadError, Page, Panel } from '../../../ui/page/Page.tsx'
import { dayText } from '../../../ui/time.ts'
import { count } from '../../../ui/values.tsx'
import { NextBill } from '../../billing/public.tsx'
import { PlanRequest } from '../requests/PlanRequest.tsx'
import { MyCard } from './MyCard.tsx'
import { MyCardLink } from './MyCardLink.tsx'
import { MyConfirmation } from './MyConfirmation.tsx'
import { MyInvoices } from './MyInvoices.tsx'
import { owesNothing } from './my-owing.ts'
import { DebtNotice, RetryNotice } from './MyOwing.tsx'
import { pausesOfCharge, suppliersInWords } from './my-pauses.ts'

const stillMovingMs = 10_000

/** The customer's card, next charge, debt and invoices. */
export default function MyBilling() {
  const information = useQuery(api.getBillingInformation.query())
  const billing = useQuery({
    ...api.getOwnBilling.query(),
    refetchInterval: ({ state }) => (state.data?.under_way ? stillMovingMs : false),
  })
  const [usesAnotherCard, setUsesAnotherCard] = useState(false)
  const [retry, setRetry] = useState<RetryOutcome | null>(null)
  const askForAnotherCard = () => {
    setUsesAnotherCard(true)
    document.getElementById('card')?.scrollIntoView({ block: 'start' })
  }
  const { data: bill } = billing
  const isLoaded = [information, billing].every(({ data, error }) => data ?? error)
  if (!isLoaded)
    return (
      <Page title="Billing Information" answer={'\u00A0'}>
        <Skeleton height={640} />
      </Page>
    )
  return (
    <Page title="Billing Information" answer={bill ? answerOf(bill) : '\u00A0'}>
      <Stack gap="lg">
        <MyCardLink change={askForAnotherCard} />
        {retry && <RetryNotice retry={retry} />}
        {bill && information.data && (
          <DebtNotice
            billing={bill}
            hasCard={information.data.card !== null}
            askForAnotherCard={askForAnotherCard}
            confirm={<MyConfirmation form={information.data.form} onEnd={setRetry} />}
          />
        )}
        <div className="mine-columns">
          <Panel title="Card and billing contact" id="card">
            {information.data && (
              <MyCard
                latest={information.data}
                isAnother={usesAnotherCard}
                setAnother={setUsesAnotherCard}
                onSaved={setRetry}
              />
            )}
            {!information.data && <NotLoaded query={information} height={420} />}
          </Panel>
          <Stack gap="lg">
            <Panel title="Next charge">
              {bill ? <NextCharge billing={bill} /> : <NotLoaded query={billing} height={120} />}
            </Panel>
            {bill && <Plan billing={bill} />}
          </Stack>
        </div>
        <MyInvoices />
      </Stack>
    </Page>
  )
}

/** Shows what failed, or that it is loading. */
const NotLoaded = ({
  query: { error, refetch },
  height,
}: {
  query: { error: Error | null; refetch: () => unknown }
  height: number
}) => (error ? <LoadError error={error} retry={() => void refetch()} /> : <Skeleton height={height} />)

function NextCharge({ billing }: { billing: OwnBilling }) {
  const { bill, next_charge_date, uses } = billing
  const isNothing = bill.lines.length === 0 && next_charge_date === null
  return (
    <>
      {isNothing ? (
        <Text>No upcoming charge.</Text>
      ) : (
        <NextBill bill={bill} date={next_charge_date} unbilledReason={unbilledOf(billing)} />
      )}
      {pausesOfCharge(uses, next_charge_date).map((sentence) => (
        <Text key={sentence} size="sm" mt="xs">
          {sentence}
        </Text>
      ))}
    </>
  )
}

/** Why nothing new is charged on the day that is shown. */
function unbilledOf(billing: OwnBilling): string | null {
  if (billing.unpaid === null) return null
  return owesNothing(billing)
    ? 'No new charges until your account is active again.'
    : 'No new charges until your balance is paid.'
}

/** What happens next, in one sentence. */
function answerOf(billing: OwnBilling): string {
  const { bill, next_charge_date, balance, uncharged: unchargedReason, unpaid } = billing
  if (owesNothing(billing))
    return 'You don’t owe anything. Store updates resume once your account is active again.'
  if (unpaid) return `You owe ${money(balance)}. Store updates resume once it’s paid.`
  if (Number(balance) > 0) return `You owe ${money(balance)}.`
  if (unchargedReason) return `Your account is ${unchargedReason}. You won’t be charged.`
  if (next_charge_date === null) return 'No upcoming charge.'
  return `Your next charge is ${money(bill.total)} on ${dayText(next_charge_date)} (UTC).`
}

const Plan = ({
  billing: { plan, uses, uncharged: unchargedReason, credit_available },
}: {
  billing: OwnBilling
}) => (
  <Panel title="Your plan">
    <SimpleGrid cols={1} spacing="xs">
      <Text>
        {plan ? (
          <>
            <b>{plan.name}</b>, {money(plan.monthly_fee)} a month
            {unchargedReason && ' once your account is active'}. Unlimited suppliers, stores and products.
          </>
        ) : (
          'You have no plan.'
        )}
      </Text>
      <Facts
        facts={[
          ['Suppliers', suppliersInWords(uses)],
          ['Stores', count(uses.stores)],
          ['Listed', many(uses.listed, 'product')],
          ['Credit', money(credit_available)],
        ]}
      />
      <PlanRequest />
    </SimpleGrid>
  </Panel>
)
