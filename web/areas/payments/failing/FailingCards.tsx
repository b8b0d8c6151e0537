import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { amount, dayText, money } from '#contract/formats.ts'
import { funnelDays, funnelSteps, mostCardLinks, type FailingCard } from '#contract/payments/failing-cards.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { SelectionBar } from '../../../ui/form/SaveBar.tsx'
import { Page, Panel } from '../../../ui/page/Page.tsx'
import { ChartSkeleton } from '../../../ui/report/ChartSkeleton.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Ago, count, many } from '../../../ui/values.tsx'
import { VendorLink } from '../lists/VendorLink.tsx'
import { SendCardLinks } from './SendCardLinks.tsx'

const CardFunnel = lazy(() => import('./CardFunnel.tsx'))
const noIds: ReadonlySet<number> = new Set()

/** Vendors whose card was declined and is retried: what they owe, why, and whether they got a link. */
export default function FailingCards() {
  const { data, error, isFetching, refetch } = useQuery(api.listFailingCards.query())
  const navigate = useNavigate()
  const [ids, setIds] = useState(noIds)
  const [sending, setSending] = useState<readonly FailingCard[]>()
  const clear = () => setIds(noIds)
  const chosen = data?.cards.filter(({ vendor_id }) => ids.has(vendor_id)) ?? []
  return (
    <Page
      title="Failing Cards"
      trail={[['Money', links.money()]]}
      count={data && count(data.cards.length)}
      answer={data ? answerOf(data.cards) : 'Loading…'}
    >
      <Panel title={`Failed payments of the last ${funnelDays} days`}>
        <Suspense fallback={chartLoading}>
          {data ? <CardFunnel funnel={data.funnel} /> : chartLoading}
        </Suspense>
      </Panel>
      <DataTable
        label="Failing cards"
        columns={columnsOf((card) => setSending([card]))}
        rows={data?.cards}
        id={(card) => card.vendor_id}
        selection={{ ids, set: setIds, id: (card) => card.vendor_id, name: (card) => card.company }}
        open={(card) => void navigate({ href: links.vendor(card.vendor_id, 'billing_history') })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No cards are failing."
      />
      {chosen.length > 0 && (
        <SelectionBar count={chosen.length} clear={clear}>
          <Button
            disabled={chosen.length > mostCardLinks}
            title={chosen.length > mostCardLinks ? `At most ${mostCardLinks} vendors` : undefined}
            onClick={() => setSending(chosen)}
          >
            Send {many(chosen.length, 'card link')}…
          </Button>
        </SelectionBar>
      )}
      {sending && <SendCardLinks cards={sending} sent={clear} close={() => setSending(undefined)} />}
    </Page>
  )
}
const chartLoading = <ChartSkeleton bars={Object.keys(funnelSteps).length} hasTable />

function answerOf(cards: readonly FailingCard[]): string {
  if (cards.length === 0) return 'No cards are failing.'
  const owedCents = cards.reduce((sum, { owed }) => sum + toCents(owed), 0)
  const unsent = cards.filter(({ link_tm }) => link_tm === null).length
  return `${money(fromCents(owedCents))} owed. ${unsent === 0 ? 'All have a card link.' : `${many(unsent, 'vendor')} without a card link.`}`
}

const columnsOf = (send: (card: FailingCard) => void): readonly Column<FailingCard>[] => [
  {
    key: 'company',
    header: 'Vendor',
    leaves: 0,
    sortValue: (card) => card.company,
    cell: (card) => <VendorLink vendor={card} />,
  },
  {
    key: 'owed',
    header: 'Owed',
    numeric: true,
    leaves: 0,
    sortValue: (card) => Number(card.owed),
    cell: (card) => amount(card.owed),
  },
  {
    key: 'since',
    header: 'Since',
    leaves: 2,
    sortValue: (card) => card.since,
    cell: (card) => <Ago tm={card.since} />,
  },
  { key: 'card', header: 'Card', leaves: 4, cell: (card) => card.card ?? 'None on file' },
  {
    key: 'reason',
    header: 'Last decline',
    leaves: 1,
    wrap: true,
    sortValue: (card) => card.reason,
    cell: (card) => <LastDecline card={card} />,
  },
  {
    key: 'next',
    header: 'Next retry (UTC)',
    leaves: 3,
    sortValue: (card) => card.next_try,
    cell: (card) => (card.next_try ? dayText(card.next_try) : 'None'),
  },
  {
    key: 'link',
    header: 'Card link',
    leaves: 0,
    sortValue: (card) => card.link_tm,
    cell: (card) => <LinkState card={card} />,
  },
  {
    key: 'act',
    header: 'Actions',
    width: 120,
    leaves: 0,
    cell: (card) => (
      <Button size="compact-xs" variant="default" onClick={() => send(card)}>
        Send link…
      </Button>
    ),
  },
]

const LastDecline = ({ card: { vendor_id, vendor_charge_id: id, reason } }: { card: FailingCard }) =>
  id === null ? (
    <>—</>
  ) : (
    <Link className="link" to={links.charge(vendor_id, id)}>
      {reason}
    </Link>
  )

const LinkState = ({ card: { link_tm, link_opened_tm: opened } }: { card: FailingCard }) => {
  if (link_tm === null) return <>—</>
  return opened === null ? (
    <>
      Sent <Ago tm={link_tm} />
    </>
  ) : (
    <>
      Opened <Ago tm={opened} />
    </>
  )
}
