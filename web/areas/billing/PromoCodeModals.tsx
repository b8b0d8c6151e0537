import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Bill } from '#contract/billing/bill.ts'
import type { BillingView } from '#contract/billing/billing.ts'
import { discountText } from '#contract/billing/promos.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { api } from '../../api.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { many } from '../../ui/values.tsx'
import { actText, doneOrSent, MovePreview, useMove } from '../approvals/public.tsx'
import { BillLines } from './NextBill.tsx'
import { PromoCodeInput } from './PromoCodeInput.tsx'
import { billMoves, billWith } from './terms.ts'

interface PromoModalProps {
  vendorId: number
  view: BillingView
  close: () => void
}

const blanks = /\s/
/** Gives a code, or replaces one; shows the next bill without and with it first. */
export function PromoCodeModal({
  vendorId,
  view,
  replacedPromo,
  close,
}: PromoModalProps & { replacedPromo?: VendorPromo }) {
  const [billing] = useState(view)
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<{ code: string; text: string } | null>(null)
  const code = draft.trim()
  const replaces = replacedPromo?.promo_code_usage_id
  const [term] = useDebouncedValue(code, 250)
  const { data, isPlaceholderData } = useQuery({
    ...api.checkPromoCode.query({ params: { vendor_id: vendorId }, body: { promo_code: term, replaces } }),
    enabled: term !== '' && !blanks.test(term),
  })
  const isSame = replacedPromo?.promo_code.toLowerCase() === code.toLowerCase()
  const isSettled = code !== '' && term === code && data !== undefined && !isPlaceholderData
  const answeredRefusal = isSettled && !isSame ? data.refused : null
  const saveRefusal = fault?.code === code ? fault.text : answeredRefusal
  const refusal = blanks.test(code) ? 'Enter a code without spaces' : saveRefusal
  const promo = isSettled && refusal === null ? data.promo : null
  const move = useMove(promo && actOf(vendorId, replaces, promo.promo_code))
  const otherPromos = billing.promos.filter((other) => other !== replacedPromo)
  const missing = () => {
    if (code === '') return 'Enter a code'
    if (isSame) return 'Already applied'
    // a refused code may be sent: the server says so in the specification's words
    return isSettled ? undefined : 'Checking code…'
  }
  return (
    <ReasonModal
      title={replacedPromo ? `Replace ${replacedPromo.promo_code}` : 'Apply promo code'}
      act={actText(move, replacedPromo ? 'Replace code' : 'Apply code')}
      size="lg"
      isChanged={code !== ''}
      missing={missing()}
      run={(reason) =>
        replacedPromo
          ? api.changePromoCode({
              body: { promo_code_usage_id: replacedPromo.promo_code_usage_id, promo_code: code, reason },
            })
          : api.givePromoCode({ params: { vendor_id: vendorId }, body: { promo_code: code, reason } })
      }
      fields={(errors) => errors.promo_code && setFault({ code, text: errors.promo_code })}
      doneText={(answer) => doneOrSent(answer, `${promo?.promo_code ?? code} applied from the next bill`)}
      close={close}
    >
      <PromoCodeInput
        vendorId={vendorId}
        replaces={replaces}
        value={draft}
        change={setDraft}
        error={refusal}
      />
      {promo && (
        <>
          <Text size="sm">{promoSentence(promo)}</Text>
          <BillComparison
            view={billing}
            title={replacedPromo ? `With ${promo.promo_code} instead` : `With ${promo.promo_code}`}
            after={[...otherPromos, promo]}
          />
          <MovePreview move={move} brief />
        </>
      )}
    </ReasonModal>
  )
}

function actOf(vendor_id: number, replaces: number | undefined, promo_code: string) {
  return replaces === undefined
    ? { act: 'apply_code' as const, vendor_id, body: { promo_code } }
    : { act: 'replace_code' as const, body: { promo_code_usage_id: replaces, promo_code } }
}

/** Takes a code off; earlier discounts stay. */
export function TakeOffModal({ view, promo, close }: PromoModalProps & { promo: VendorPromo }) {
  const [billing] = useState(view)
  const { promo_code_usage_id } = promo
  const move = useMove({ act: 'remove_code', promo_code_usage_id, body: {} })
  return (
    <ReasonModal
      title={`Remove ${promo.promo_code}?`}
      act={actText(move, 'Remove code')}
      danger
      size="lg"
      run={(reason) =>
        api.removePromoCode({
          params: { promo_code_usage_id },
          query: { reason },
        })
      }
      doneText={(answer) => doneOrSent(answer, `${promo.promo_code} removed`)}
      close={close}
    >
      <Text size="sm">
        Past bills don’t change. If you apply it again, it continues
        {promo.bills_left === null ? '.' : ` with ${many(promo.bills_left, 'bill')} left.`}
      </Text>
      <BillComparison
        view={billing}
        title={`Without ${promo.promo_code}`}
        after={billing.promos.filter((candidate) => candidate !== promo)}
      />
      <MovePreview move={move} brief />
    </ReasonModal>
  )
}

/** The next bill as it is, and as it would be. */
function BillComparison({ view, title, after }: { view: BillingView; title: string; after: VendorPromo[] }) {
  const bill = billWith(view, { promos: after })
  const before = new Map(view.due.promos.map((promo) => [promo.promo_code_usage_id, promo.why_not]))
  // codes that already take nothing aren't worth mentioning
  const idle = bill.promos.filter(
    (promo) => promo.why_not !== null && before.get(promo.promo_code_usage_id) !== promo.why_not,
  )
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side title="Now" bill={view.due} date={view.next_charge_date} />
        <Side title={title} bill={bill} date={view.next_charge_date} />
      </SimpleGrid>
      {idle.map((promo) => (
        <Text key={promo.promo_code_usage_id} size="sm" c="var(--wait)">
          {promo.text} wouldn’t apply. {promo.why_not}.
        </Text>
      ))}
      <Text size="sm" role="status">
        {billMoves(view, { promos: after })}
      </Text>
    </Stack>
  )
}
const Side = ({ title, ...bill }: { title: string; bill: Bill; date: string | null }): ReactNode => (
  <div>
    <Title order={3} size="sm" mb={4}>
      {title}
    </Title>
    <BillLines label={title} {...bill} />
  </div>
)

function promoSentence(promo: VendorPromo): string {
  const billsLeft = promo.bills_left
  const several = billsLeft === 1 ? 'one bill' : `the next ${billsLeft} bills`
  const bills = billsLeft === null ? 'every bill' : several
  return [
    `${discountText(promo)} off ${bills}.`,
    promo.description && `${promo.description.replace(/\.$/, '')}.`,
    promo.enable_optimized_sync && 'Turns on optimized sync.',
    promo.bills_used > 0 && `Already used on ${many(promo.bills_used, 'bill')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
