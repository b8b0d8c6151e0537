import '../mine.css'
import { Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import type { OwnAct } from '#contract/account/my-subscriptions.ts'
import type { OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { graceMinutes } from '#contract/incidents/standing.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { LoadError, Page, Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { hourNow } from '../../../ui/time.ts'
import { useClock } from '../../../ui/useClock.ts'
import { count, many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { EndedMails, UnreachableMails } from '../details/EndedMails.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { MyIncidents } from './MyIncidents.tsx'
import { MyStores } from './MyStores.tsx'
import { MySupplier } from './MySupplier.tsx'
import { SupplierAct } from './SupplierAct.tsx'
import { firstSteps, greeting } from './first-steps.ts'
import { hasProblem, stoppedAnswer, suppliersAnswer } from './my-suppliers-answer.ts'

const freshMs = 60_000

/** More suppliers than this are filtered by name. */
const filteredFrom = 8
const addressFilters = z.object({
  q: z.string().max(200).catch('').default(''),
  show: z.enum(['problems']).optional().catch(undefined),
})

/** The state of the customer's suppliers and stores, and what is being done about problems. */
export default function MySuppliers() {
  const { data, error, refetch } = useQuery({ ...api.getOwnSuppliers.query(), refetchInterval: freshMs })
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const { data: standing } = useQuery(api.getOwnStanding.query())
  const hour = useClock(hourNow)
  const steps = data ? firstSteps(data, standing) : []
  return (
    <Page
      title="My Suppliers and Store"
      answer={
        <>
          <span className="mine-greeting">{greeting(account?.contact.first_name ?? '', hour)} </span>
          <span className="mine-answer">
            {data && (
              <>
                <Preface account={data} />
                {suppliersAnswer(data)}
              </>
            )}
          </span>
        </>
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && (
        <div className="mine-columns">
          <Stack gap="lg">
            {steps.length > 0 && <FirstSteps steps={steps} />}
            <Suppliers view={data} />
          </Stack>
          <Stack gap="lg">
            <MyStores stores={data.stores} />
            {data.suppliers.length > 0 && <Mails account={data} />}
          </Stack>
        </div>
      )}
    </Page>
  )
}

function Suppliers({ view: { suppliers, next_charge_date } }: { view: OwnSuppliers }) {
  const [{ q: term, show }, set] = useUrl(addressFilters)
  const [history, setHistory] = useState<OwnSupplier | null>(null)
  const [change, setChange] = useState<{ act: OwnAct; supplierId: number } | null>(null)
  const problemCount = suppliers.filter(hasProblem).length
  const shown = suppliers.filter(
    (supplier) =>
      supplier.dropshipper_name.toLowerCase().includes(term.toLowerCase()) &&
      (show === undefined || hasProblem(supplier)),
  )
  return (
    <Panel
      title="My suppliers"
      actions={
        <span className="mine-panel-acts">
          <span className="faint">{many(suppliers.length, 'supplier')}</span>
          <Link className="link" to={links.browseSuppliers()}>
            Add a supplier
          </Link>
        </span>
      }
    >
      {suppliers.length > filteredFrom && (
        <div className="mine-filter">
          <FilterBox
            label="Filter suppliers"
            placeholder="Filter suppliers"
            value={term}
            set={(text) => set({ q: text }, { replace: true })}
          />
          <SegmentedControl
            aria-label="Show suppliers"
            data={[
              { value: 'all', label: `All ${count(suppliers.length)}` },
              { value: 'problems', label: `Problems ${count(problemCount)}` },
            ]}
            value={show ?? 'all'}
            onChange={(value) => set({ show: value === 'all' ? undefined : value }, { replace: true })}
          />
        </div>
      )}
      {suppliers.length === 0 && (
        <Text>
          No suppliers yet.{' '}
          <Link className="link" to={links.browseSuppliers()}>
            Browse suppliers
          </Link>{' '}
          to request one.
        </Text>
      )}
      {suppliers.length > 0 && shown.length === 0 && <Text>{noMatch(term)}</Text>}
      {shown.length > 0 && (
        <>
          <div className="mine-line mine-line-head" aria-hidden>
            <span>Supplier</span>
            <span>Status</span>
            <span>Age of stock and prices</span>
            <span />
            <span />
          </div>
          <ul className="mine-list mine-lines" aria-label="My suppliers">
            {shown.map((supplier) => (
              <MySupplier
                key={supplier.dropshipper_id}
                supplier={supplier}
                day={next_charge_date}
                history={() => setHistory(supplier)}
                change={(act) => setChange({ act, supplierId: supplier.dropshipper_id })}
              />
            ))}
          </ul>
        </>
      )}
      {history && <MyIncidents supplier={history} close={() => setHistory(null)} />}
      {change && <SupplierAct {...change} close={() => setChange(null)} />}
    </Panel>
  )
}

const noMatch = (term: string) =>
  term === '' ? 'No suppliers have a problem.' : `No suppliers match “${term}”.`

/** What matters before the suppliers' state, with a link to what resolves it; the frame reports a stopped account. */
function Preface({ account }: { account: OwnSuppliers }) {
  const stoppedText = stoppedAnswer(account)
  return (
    <>
      {account.unpaid && account.inactive === null && (
        <>
          You have an unpaid bill.{' '}
          <Link className="link" to={links.myBilling()}>
            Review billing
          </Link>
          .{' '}
        </>
      )}
      {stoppedText && (
        <>
          {stoppedText}{' '}
          <Link className="link" to="." hash="stores">
            See why
          </Link>
          .{' '}
        </>
      )}
    </>
  )
}

/** Turns emails about all suppliers on or off, and says where they go. */
function Mails({
  account: { suppliers, mails_to, mails_ended, mails_unreachable },
}: {
  account: OwnSuppliers
}) {
  const mailedIds = suppliers.filter((supplier) => supplier.mails).map((supplier) => supplier.dropshipper_id)
  const others = suppliers.filter((supplier) => !supplier.mails)
  const turnsOn = others.length > 0
  const ids = (turnsOn ? others : suppliers).map((supplier) => supplier.dropshipper_id)
  const { act, busy } = useAct({
    run: () => api.saveIncidentMails({ body: { dropshipper_ids: ids, on: turnsOn } }),
    doneText: turnsOn ? 'Emails turned on for all suppliers' : 'Emails turned off for all suppliers',
    undo: () => api.saveIncidentMails({ body: { dropshipper_ids: ids, on: !turnsOn } }),
  })
  return (
    <Panel title="Emails about suppliers">
      <Stack gap="xs" align="flex-start">
        <Text>
          We email you when a supplier has a problem for over {graceMinutes} minutes, and when it’s fixed. On
          for {suppliers.length - others.length} of {suppliers.length}.
        </Text>
        {mailedIds.length > 0 && (
          <EndedMails
            emails={mails_ended}
            kind="supplier_incidents"
            resume={() => api.saveIncidentMails({ body: { dropshipper_ids: mailedIds, on: true } })}
          />
        )}
        <UnreachableMails emails={mails_unreachable} />
        <Text size="sm" c="dimmed">
          {toWhom(mails_to, [...mails_ended, ...mails_unreachable])}
          <Link className="link" to={links.accountDetails()}>
            Change
          </Link>
        </Text>
        <Button variant="default" size="md" loading={busy} disabled={Boolean(readOnly)} onClick={() => act()}>
          {turnsOn ? 'Turn on for all' : 'Turn off for all'}
        </Button>
      </Stack>
    </Panel>
  )
}

function toWhom(to: readonly string[], unreachable: readonly string[]): string {
  if (to.length > 0) return `Sent to ${to.join(', ')}. `
  return unreachable.length > 0 ? 'No other email addresses. ' : 'No email address yet. '
}
