import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf } from '#contract/billing/days.ts'
import { firstRegistrationDay } from '#contract/marketing/report.ts'
import { links } from '../../links.ts'
import { count } from '../../ui/values.tsx'

interface Counted {
  campaign_id?: number
  affiliate_id?: number
}

/** How many registered or paid in all, leading to them. */
export function RegistrationCount({ of, n, only }: { of: Counted; n: number; only?: 'purchases' }) {
  const [today] = useState(() => dayOf(Date.now()))
  if (n === 0) return '0'
  const filters = { ...of, start: firstRegistrationDay, end: today, only }
  return (
    <Link to={links.campaignRegistrations(filters)} className="link">
      {count(n)}
    </Link>
  )
}
