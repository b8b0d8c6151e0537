import { Button, Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { discountText, planFamilies } from '#contract/billing/promos.ts'
import { money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  billsText,
  planText,
  promoCodeStates,
  promoCodeTypes,
  type PromoCodeState,
  type PromoCodeType,
} from '#contract/promo-codes/kinds.ts'
import { promoCodePageSize, promoCodeSort, type PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import type { Filter } from '../../ui/table/filter/filter.ts'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { dayText } from '../../ui/time.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, many } from '../../ui/values.tsx'
import { NewPromoCode } from './NewPromoCode.tsx'
import { useChangeRefusal } from './useChangeRefusal.ts'
import { CodeState } from './words.tsx'

const whole = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined)
const types = Object.keys(promoCodeTypes) as [PromoCodeType, ...PromoCodeType[]]
const url = z.object({
  of: z.enum(types).catch('standard').default('standard'),
  search: z.string().max(100).catch('').default(''),
  partner: whole,
  state: z
    .enum(Object.keys(promoCodeStates) as [PromoCodeState, ...PromoCodeState[]])
    .optional()
    .catch(undefined),
  plan: z.coerce.number().int().min(1).max(32_767).optional().catch(undefined),
  only: z.enum(planFamilies).optional().catch(undefined),
  supplier: whole,
  market: whole,
  sort: promoCodeSort.catch('-added').default('-added'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** All promo codes by owner, with their discounts, plans and money given. */
export default function PromoCodeList() {
  const [{ of: openType, search, sort, page, ...chosenFilters }, set] = useUrl(url)
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const whyNot = useChangeRefusal()
  const { data: choices } = useQuery({ ...api.listActiveChoices.query(), staleTime: 600_000 })
  const { data: partners } = useQuery(api.listPromoCodePartners.query())
  const query = {
    promo_code_type: openType,
    search,
    sort,
    partner_id: openType === 'partner' ? chosenFilters.partner : undefined,
    state: chosenFilters.state,
    billing_plan_id: chosenFilters.plan,
    plan_only: chosenFilters.only,
    dropshipper_id: chosenFilters.supplier,
    market_id: chosenFilters.market,
  }
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listPromoCodes.query({ body: { ...query, current_page: page } }),
    placeholderData: keepPreviousData,
  })
  const values = Object.fromEntries(
    Object.entries(chosenFilters).map(([key, value]) => [key, value?.toString()]),
  )
  const isWhole = data !== undefined && data.promo_codes.length === data.total
  const isFiltered = search !== '' || Object.values(chosenFilters).some((value) => value !== undefined)
  return (
    <Page
      title="Promo Codes"
      count={data && count(types.reduce((sum, type) => sum + data.counts[type], 0))}
      actions={
        <Button
          variant="default"
          onClick={() => setAdding(true)}
          disabled={whyNot !== undefined}
          title={whyNot}
        >
          Add promo code
        </Button>
      }
    >
      <Tabs
        value={openType}
        onChange={(type) =>
          set({
            of: type === 'standard' ? undefined : (type ?? undefined),
            partner: undefined,
            page: undefined,
          })
        }
      >
        <Tabs.List>
          {types.map((type) => (
            <Tabs.Tab key={type} value={type}>
              {promoCodeTypes[type]}
              {data && <span className="faint"> {count(data.counts[type])}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {types.map((type) => (
          <Tabs.Panel key={type} value={type} pt="md">
            {type === openType && (
              <DataTable
                label="Promo codes"
                exportSource={{ list: 'promo_codes', input: query }}
                bar={
                  <>
                    <FilterBox
                      label="Search promo codes"
                      placeholder="Code, description, affiliate or partner"
                      width={290}
                      value={search}
                      set={(v) => set({ search: v, page: undefined }, { replace: true })}
                    />
                    <Filters
                      filters={filtersOf(openType, choices, partners)}
                      values={values}
                      set={(change) => set({ ...change, page: undefined })}
                    />
                  </>
                }
                columns={columnsOf(openType, isWhole ? data.promo_codes : undefined)}
                sorting={sortIn(sort, '-added', (next) => set({ sort: next, page: undefined }))}
                rows={data?.promo_codes}
                id={(code) => code.promo_code_id}
                open={(code) => void navigate({ href: links.promoCode(code.promo_code_id) })}
                fetching={isFetching}
                error={error}
                retry={() => void refetch()}
                empty={isFiltered ? 'No promo codes match these filters.' : `${nobodys[openType]} yet.`}
                emptyAct={
                  isFiltered && (
                    <Button
                      variant="default"
                      onClick={() => void navigate({ href: links.promoCodes(openType) })}
                    >
                      Clear filters
                    </Button>
                  )
                }
                skeletonRows={12}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={promoCodePageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
      {adding && <NewPromoCode type={openType} close={() => setAdding(false)} />}
    </Page>
  )
}

const nobodys: Record<PromoCodeType, string> = {
  standard: 'No standard promo codes',
  affiliates: 'No affiliate promo codes',
  partner: 'No partner promo codes',
}

function filtersOf(
  type: PromoCodeType,
  choices: Result<'listActiveChoices'> | undefined,
  partners: Result<'listPromoCodePartners'> | undefined,
): readonly Filter[] {
  const optionsOf = (all: readonly { id: number; name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }))
  const partnerChoices = partners?.map((partner) => ({
    id: partner.promo_code_partner_id,
    name: partner.partner_name,
  }))
  return [
    ...(type === 'partner'
      ? [{ key: 'partner', label: 'Partner', kind: 'choice' as const, options: optionsOf(partnerChoices) }]
      : []),
    {
      key: 'state',
      label: 'Status',
      kind: 'choice',
      options: Object.entries(promoCodeStates).map(([value, label]) => ({ value, label })),
    },
    { key: 'plan', label: 'Plan', kind: 'choice', options: optionsOf(choices?.plans) },
    {
      key: 'only',
      label: 'Plan family',
      kind: 'choice',
      options: planFamilies.map((family) => ({ value: family, label: `${family} only` })),
    },
    { key: 'supplier', label: 'Supplier', kind: 'choice', options: optionsOf(choices?.suppliers) },
    { key: 'market', label: 'Market', kind: 'choice', options: optionsOf(choices?.markets) },
  ]
}

const ownerColumns: Record<PromoCodeType, readonly Column<PromoCode>[]> = {
  standard: [],
  affiliates: [
    {
      key: 'affiliate',
      header: 'Affiliate',
      leaves: 1,
      cell: (code) => (
        <Link to={links.vendor(code.vendor_affiliate_id ?? 0)} className="name">
          {code.affiliate_company}
        </Link>
      ),
    },
  ],
  partner: [{ key: 'partner', header: 'Partner', leaves: 1, cell: (code) => code.partner_name }],
}

/** @param all the codes to total, if all are shown */
const columnsOf = (
  type: PromoCodeType,
  all: readonly PromoCode[] | undefined,
): readonly Column<PromoCode>[] => [
  {
    key: 'code',
    sort: 'code',
    header: 'Code',
    leaves: 0,
    cell: (code) => (
      <Link to={links.promoCode(code.promo_code_id)} className="name mono">
        {code.promo_code}
      </Link>
    ),
    total: all && many(all.length, 'code'),
  },
  ...ownerColumns[type],
  { key: 'state', header: 'Status', leaves: 0, cell: (code) => <CodeState state={code.state} /> },
  {
    key: 'discount',
    sort: 'discount',
    header: 'Discount',
    numeric: true,
    leaves: 0,
    cell: (code) => discountText(code),
  },
  { key: 'bills', header: 'Bills', leaves: 2, cell: billsText },
  { key: 'plan', header: 'Plan', leaves: 3, cell: planText },
  { key: 'supplier', header: 'Supplier', leaves: 6, cell: (code) => code.dropshipper_name ?? '—' },
  { key: 'market', header: 'Market', leaves: 7, cell: (code) => code.market_name ?? '—' },
  {
    key: 'usage',
    sort: 'usage',
    header: 'Vendors',
    numeric: true,
    leaves: 1,
    cell: (code) => (
      <>
        {count(code.total_usage)}
        {code.usage_limit !== null && <span className="faint"> of {count(code.usage_limit)}</span>}
      </>
    ),
    total: all && count(all.reduce((sum, code) => sum + code.total_usage, 0)),
  },
  {
    key: 'money',
    sort: 'money',
    header: 'Total discount',
    numeric: true,
    leaves: 1,
    cell: (code) => money(code.money_given),
    total: all && money(fromCents(all.reduce((sum, code) => sum + toCents(code.money_given), 0))),
  },
  {
    key: 'ends',
    sort: 'ends',
    header: 'Redeem by',
    leaves: 4,
    cell: (code) => (code.ends_on ? dayText(code.ends_on) : '—'),
  },
  { key: 'added', sort: 'added', header: 'Added', leaves: 5, moment: (code) => code.added_tm },
  { key: 'description', header: 'Description', leaves: 8, cell: (code) => code.description || '—' },
]
