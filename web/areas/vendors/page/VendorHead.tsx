import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { statusWord } from '#contract/vendors/status.ts'
import { links } from '../../../links.ts'
import { Ago, many } from '../../../ui/values.tsx'
import { answerOf, nextChargeText, planText, storesText, suppliersText } from './answer.ts'
import type { Vendor } from './vendor.ts'
import { VendorStatus } from './VendorStatus.tsx'

/** The status without its counts, which are on the tabs of subscriptions and billing. */
export const StatusWord = ({ status }: { status: string }) => <VendorStatus status={statusWord(status)} />

/** The vendor's worst trouble, and the way to the others. */
export function Answer({ vendor, tab }: { vendor: Vendor; tab: string }) {
  const others = vendor.deletion ? 0 : vendor.troubles.length - 1
  return (
    <>
      {answerOf(vendor)}
      {others > 0 && tab !== 'dashboard' && (
        <>
          {' '}
          <Link to={links.vendor(vendor.vendor_id)} className="link">
            {many(others, 'more issue')}
          </Link>
        </>
      )}
    </>
  )
}

/** The facts that decide what to do next, whom to call, and what was done last. */
export const factsOf = (vendor: Vendor) =>
  [
    ['Plan', planText(vendor)],
    ['Next charge', nextChargeText(vendor)],
    ['Suppliers', suppliersText(vendor)],
    ['Stores', storesText(vendor)],
    ['Manager', vendor.account_manager ?? '—'],
    ['Contact', <Contact key="contact" vendor={vendor} />],
    ['Last activity', <LastActivity key="last" vendor={vendor} />],
  ] as const

const Contact = ({ vendor: { email, phone, name } }: { vendor: Vendor }) => {
  if (!email && !phone) return <>—</>
  return (
    <span className="contact-fact" title={[name, email, phone].filter(Boolean).join(', ')}>
      {email && (
        <Anchor className="cut" href={`mailto:${email}`}>
          {email}
        </Anchor>
      )}
      {phone && (
        <Anchor className="one-line" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          {phone}
        </Anchor>
      )}
    </span>
  )
}

function LastActivity({ vendor: { last_act } }: { vendor: Vendor }) {
  if (!last_act) return <>—</>
  return (
    <span className="last-act" title={last_act.message}>
      <span className="cut">{last_act.message}</span>
      <span className="one-line">
        by {last_act.action_by}, <Ago tm={last_act.tm} />
      </span>
    </span>
  )
}
