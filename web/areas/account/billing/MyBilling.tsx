import '../mine.css'
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import type { RetryOutcome } from '#contract/payments/billing-information.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { many } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { Facts, Failed, Page, Panel } from '../../../ui/page/Page.tsx'
import { dayText } from '../../../ui/time.ts'
import { count } from '../../../ui/values.tsx'
import { NextBill } from '../../billing/public.tsx'
import { MyCard } from './MyCard.tsx'
import { MyConfirmation } from './MyConfirmation.tsx'
import { MyInvoices } from './MyInvoices.tsx'
import { owesNothing } from './my-owing.ts'
import { Owing, Retry } from './MyOwing.tsx'
import { pausesOfCharge, suppliersInWords } from './my-pauses.ts'

const stillMovingMs = 10_000

/** The own card, what is charged next, what is owed, and every invoice. */
export default function MyBilling() {
  const information = useQuery(api.getBillingInformation.query())
  const billing = useQuery({
    ...api.getOwnBilling.query(),
    refetchInterval: ({ state }) => (state.data?.under_way ? stillMovingMs : false),
  })
  const [another, setAnother] = useState(false)
  const [retried, setRetried] = useState<RetryOutcome | null>(null)
  const useAnother = () => {
    setAnother(true)
    document.getElementById('card')?.scrollIntoView({ block: 'start' })
  }
  const { data: bill } = billing
  return (
    <Page title="Billing Information" answer={bill && answerOf(bill)}>
      <Stack gap="lg">
        {retried && <Retry of={retried} />}
        {bill && information.data && (
          <Owing
            of={bill}
            hasCard={information.data.card !== null}
            useAnother={useAnother}
            confirm={<MyConfirmation form={information.data.form} ended={setRetried} />}
          />
        )}
        <div className="mine-columns">
          <Panel title="Card and billing contact" id="card">
            {information.data ? (
              <MyCard
                latest={information.data}
                another={another}
                setAnother={setAnother}
                saved={setRetried}
              />
            ) : information.error ? (
              <Failed error={information.error} retry={() => void information.refetch()} />
            ) : (
              <Skeleton height={420} />
            )}
          </Panel>
          <Stack gap="lg" className="mine-first">
            <Panel title="Next charge">
              {bill ? (
                <>
                  {bill.bill.lines.length === 0 && bill.next_charge_date === null ? (
                    <Text>Nothing is to be charged.</Text>
                  ) : (
                    <NextBill bill={bill.bill} date={bill.next_charge_date} unbilled={unbilledOf(bill)} />
                  )}
                  {pausesOfCharge(bill.uses, bill.next_charge_date).map((sentence) => (
                    <Text key={sentence} size="sm" mt="xs">
                      {sentence}
                    </Text>
                  ))}
                </>
              ) : billing.error ? (
                <Failed error={billing.error} retry={() => void billing.refetch()} />
              ) : (
                <Skeleton height={120} />
              )}
            </Panel>
            {bill && <Plan of={bill} />}
          </Stack>
        </div>
        <MyInvoices />
      </Stack>
    </Page>
  )
}

/** Why nothing new is charged on the day that stands there. */
function unbilledOf(of: OwnBilling): string | null {
  if (of.unpaid === null) return null
  return owesNothing(of)
    ? 'Nothing new is charged until your account is active again.'
    : 'Nothing new is charged until what you owe is paid.'
}

/** What comes, in one sentence. */
function answerOf(of: OwnBilling): string {
  const { bill, next_charge_date, balance, uncharged, unpaid } = of
  if (owesNothing(of)) return 'You owe nothing; your stores go on once your account is active again.'
  if (unpaid) return `You owe ${money(balance)}. Your stores go on once it is paid.`
  if (Number(balance) > 0) return `You owe ${money(balance)}, which your card hasn’t paid yet.`
  if (uncharged) return `Your account is ${uncharged}: nothing is charged.`
  if (next_charge_date === null) return 'No charge is due.'
  return `Your next charge is ${money(bill.total)} on ${dayText(next_charge_date)} (UTC).`
}

const Plan = ({ of: { plan, uses, uncharged, credit_available } }: { of: OwnBilling }) => (
  <Panel title="Your plan">
    <SimpleGrid cols={1} spacing="xs">
      <Text>
        {plan ? (
          <>
            <b>{plan.name}</b>, {money(plan.monthly_fee)} a month
            {uncharged && ' once your account is active'}. It has no limit of suppliers, stores or products.
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
    </SimpleGrid>
  </Panel>
)
