import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { money } from '#contract/formats.ts'
import { promoCodeTypes, typeOfCode } from '#contract/promo-codes/kinds.ts'
import type { PromoCodeView } from '#contract/promo-codes/promo-codes.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/page/Page.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../ui/page/RecordTabs.tsx'
import { usePathId } from '../../ui/page/usePath.ts'
import { count, momentFact } from '../../ui/values.tsx'
import { promoCodeTabs } from './tabs.ts'
import { CodeState, codeSentence } from './words.tsx'

const parts = Object.fromEntries(promoCodeTabs.map((tab) => [tab.page, lazy(tab.load)]))

export default function PromoCodePage() {
  const id = usePathId('promo_code_id')
  const query = useQuery({
    ...api.getPromoCode.query({ params: { id: id ?? 0 } }),
    enabled: id !== null,
  })
  return (
    <RecordPage
      noun="promo code"
      param="promo_code_id"
      query={query}
      wayBack={{ to: links.promoCodes(), label: 'All promo codes' }}
    >
      {(view) => <PromoCodeParts key={view.promo_code.promo_code_id} view={view} bills={view.bills} />}
    </RecordPage>
  )
}

function PromoCodeParts({ view, bills }: { view: PromoCodeView; bills: number }) {
  const { promo_code: code } = view
  const id = code.promo_code_id
  const { pathname } = useLocation()
  const tab = promoCodeTabs.find((t) => t.page === pathname.split('/')[3])?.page ?? 'usage'
  const Part = parts[tab]!
  return (
    <Page
      title={code.promo_code}
      status={<CodeState state={code.state} />}
      answer={codeSentence(code)}
      facts={[
        ['Owner', <Owner key="of" code={code} />],
        ['Current vendors', count(code.using)],
        ['Total vendors', count(code.total_usage)],
        ['Bills', count(bills)],
        ['Total discount', money(code.money_given)],
        momentFact('Added', code.added_tm),
      ]}
    >
      <RecordTabs
        current={tab}
        href={(page) => (page === 'usage' ? links.promoCode(id) : links.promoCode(id, page))}
        tabs={promoCodeTabs.map(({ page, title }) => ({
          page,
          title,
          ...(page === 'usage' && { count: count(code.total_usage) }),
        }))}
      >
        <Suspense fallback={<Skeleton height={280} />}>
          <Part view={view} />
        </Suspense>
      </RecordTabs>
    </Page>
  )
}

function Owner({ code }: { code: PromoCodeView['promo_code'] }) {
  if (code.vendor_affiliate_id !== null)
    return <Link to={links.vendor(code.vendor_affiliate_id)}>{code.affiliate_company}</Link>
  return code.partner_name ?? promoCodeTypes[typeOfCode(code)]
}
