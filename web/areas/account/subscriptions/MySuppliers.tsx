import '../mine.css'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { graceMinutes } from '#contract/incidents/standing.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { LoadError, Page, Panel } from '../../../ui/page/Page.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { ContactLink } from '../ContactLink.tsx'
import { EndedMails, UnreachableMails } from '../details/EndedMails.tsx'
import { MyIncidents } from './MyIncidents.tsx'
import { MyStores } from './MyStores.tsx'
import { MySupplier } from './MySupplier.tsx'
import { accountAnswer, stoppedAnswer, suppliersAnswer } from './my-suppliers-answer.ts'

const freshMs = 60_000

/** The state of the customer's suppliers and stores, and what is being done about problems. */
export default function MySuppliers() {
  const { data, error, refetch } = useQuery({ ...api.getOwnSuppliers.query(), refetchInterval: freshMs })
  const [history, setHistory] = useState<OwnSupplier | null>(null)
  return (
    <Page
      title="My Suppliers and Store"
      answer={
        data && (
          <>
            <Preface account={data} />
            {suppliersAnswer(data)}
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && (
        <div className="mine-columns">
          <Stack gap="lg">
            <Panel
              title="My suppliers"
              actions={<span className="faint">{many(data.suppliers.length, 'supplier')}</span>}
            >
              {data.suppliers.length === 0 ? (
                <Text>
                  No suppliers yet. <ContactLink /> to add one.
                </Text>
              ) : (
                <ul className="mine-list" aria-label="My suppliers">
                  {data.suppliers.map((supplier) => (
                    <MySupplier
                      key={supplier.dropshipper_id}
                      supplier={supplier}
                      day={data.next_charge_date}
                      history={() => setHistory(supplier)}
                    />
                  ))}
                </ul>
              )}
            </Panel>
          </Stack>
          <Stack gap="lg">
            <MyStores stores={data.stores} />
            {data.suppliers.length > 0 && <Mails account={data} />}
          </Stack>
        </div>
      )}
      {history && <MyIncidents supplier={history} close={() => setHistory(null)} />}
    </Page>
  )
}

/** What matters before the suppliers' state, with a link to what resolves it. */
function Preface({ account: standing }: { account: OwnSuppliers }) {
  const accountText = accountAnswer(standing)
  const stoppedText = stoppedAnswer(standing)
  return (
    <>
      {accountText && (
        <>
          {accountText}{' '}
          {standing.inactive === 'canceled' ? (
            <>
              <ContactLink /> to reactivate it
            </>
          ) : (
            <Link className="link" to={links.myBilling()}>
              Review billing
            </Link>
          )}
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
