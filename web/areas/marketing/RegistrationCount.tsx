import { Link } from '@tanstack/react-router'
import { dayOf } from '#contract/billing/days.ts'
import { firstRegistrationDay } from '#contract/marketing/report.ts'
import { links } from '../../links.ts'
import { count } from '../../ui/values.tsx'

interface Counted {
  campaign_id?: number
  affiliate_id?: number
}

/** How many registered or paid in all, leading to them. */
export const RegistrationCount = ({ of, n, only }: { of: Counted; n: number; only?: 'purchases' }) =>
  n === 0 ? (
    '0'
  ) : (
    <Link
      to={links.campaignRegistrations({
        ...of,
        start: firstRegistrationDay,
        end: dayOf(Date.now()),
        only,
      })}
      className="link"
    >
      {count(n)}
    </Link>
  )
