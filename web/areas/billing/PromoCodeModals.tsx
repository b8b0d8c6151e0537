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
import { BillLines } from './NextBill.tsx'
import { PromoCodeInput } from './PromoCodeInput.tsx'
import { billMoves, billWith } from './terms.ts'

interface Given {
  vendorId: number
  view: BillingView
  close: () => void
}

const blanks = /\s/
/** Gives a code, or another in place of one; the next bill without and with it stands there before. */
export function PromoCodeModal({ vendorId, view, replaced, close }: Given & { replaced?: VendorPromo }) {
  const [opened] = useState(view)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<{ of: string; text: string } | null>(null)
  const code = typed.trim()
  const replaces = replaced?.promo_code_usage_id
  const [term] = useDebouncedValue(code, 250)
  const { data, isPlaceholderData } = useQuery({
    ...api.checkPromoCode.query({ params: { vendor_id: vendorId }, body: { promo_code: term, replaces } }),
    enabled: term !== '' && !blanks.test(term),
  })
  const isSame = replaced?.promo_code.toLowerCase() === code.toLowerCase()
  const settled = code !== '' && term === code && data !== undefined && !isPlaceholderData
  const refused = blanks.test(code)
    ? 'A code has no blanks'
    : fault?.of === code
      ? fault.text
      : settled && !isSame
        ? data.refused
        : null
  const promo = settled && refused === null ? data.promo : null
  const kept = opened.promos.filter((one) => one !== replaced)
  return (
    <ReasonModal
      title={replaced ? `Another code in place of ${replaced.promo_code}` : 'Give a promo code'}
      act={replaced ? 'Change the code' : 'Give the code'}
      size="lg"
      changed={code !== ''}
      missing={
        code === ''
          ? 'Enter the code'
          : isSame
            ? 'It has this code already'
            : refused !== null
              ? 'This code can’t be given'
              : promo
                ? undefined
                : 'Looking for the code…'
      }
      run={(reason) =>
        replaced
          ? api.changePromoCode({
              body: { promo_code_usage_id: replaced.promo_code_usage_id, promo_code: code, reason },
            })
          : api.givePromoCode({ params: { vendor_id: vendorId }, body: { promo_code: code, reason } })
      }
      fields={(errors) => errors.promo_code && setFault({ of: code, text: errors.promo_code })}
      done={`${promo?.promo_code ?? code} is given, from the next bill on`}
      close={close}
    >
      <PromoCodeInput
        vendorId={vendorId}
        replaces={replaces}
        value={typed}
        change={setTyped}
        error={refused}
      />
      {promo && (
        <>
          <Text size="sm">{promoSentence(promo)}</Text>
          <Compared
            view={opened}
            named={replaced ? `With ${promo.promo_code} in its place` : `With ${promo.promo_code}`}
            after={[...kept, promo]}
          />
        </>
      )}
    </ReasonModal>
  )
}

/** Takes a code off; what it gave stays. */
export function TakeOffModal({ view, promo, close }: Given & { promo: VendorPromo }) {
  const [opened] = useState(view)
  return (
    <ReasonModal
      title={`Take ${promo.promo_code} off`}
      act="Take it off"
      danger
      size="lg"
      run={(reason) =>
        api.removePromoCode({
          params: { promo_code_usage_id: promo.promo_code_usage_id },
          query: { reason },
        })
      }
      done={`${promo.promo_code} is taken off`}
      close={close}
    >
      <Text size="sm">
        Bills that were made stay as they are. Given again, it goes on where it was
        {promo.bills_left === null ? '.' : `, with ${many(promo.bills_left, 'bill')} left.`}
      </Text>
      <Compared
        view={opened}
        named={`Without ${promo.promo_code}`}
        after={opened.promos.filter((one) => one !== promo)}
      />
    </ReasonModal>
  )
}

/** The next bill as it is, and as it would be. */
function Compared({ view, named, after }: { view: BillingView; named: string; after: VendorPromo[] }) {
  const bill = billWith(view, { promos: after })
  const before = new Map(view.due.promos.map((one) => [one.promo_code_usage_id, one.why_not]))
  // what took nothing as it is, is no news
  const idle = bill.promos.filter(
    (one) => one.why_not !== null && before.get(one.promo_code_usage_id) !== one.why_not,
  )
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side title="As it is" bill={view.due} date={view.next_charge_date} />
        <Side title={named} bill={bill} date={view.next_charge_date} />
      </SimpleGrid>
      {idle.map((one) => (
        <Text key={one.promo_code_usage_id} size="sm" c="var(--wait)">
          {one.text} would take nothing: {one.why_not}.
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
  const left = promo.bills_left
  const bills = left === null ? 'every bill' : left === 1 ? 'one bill' : `the next ${left} bills`
  return [
    `${discountText(promo)} off ${bills}.`,
    promo.description && `${promo.description.replace(/\.$/, '')}.`,
    promo.enable_optimized_sync && 'It turns optimized sync on.',
    promo.bills_used > 0 && `It had it before: it went off ${many(promo.bills_used, 'bill')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
