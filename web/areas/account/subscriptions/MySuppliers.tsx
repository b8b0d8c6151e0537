import '../mine.css'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnSupplier, OwnSuppliers } from '#contract/incidents/incidents.ts'
import { graceMinutes } from '#contract/incidents/standing.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Failed, Page, Panel } from '../../../ui/page/Page.tsx'
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

/** How the suppliers and stores that a customer depends on stand, and what is being done about them. */
export default function MySuppliers() {
  const { data, error, refetch } = useQuery({ ...api.getOwnSuppliers.query(), refetchInterval: freshMs })
  const [history, setHistory] = useState<OwnSupplier | null>(null)
  return (
    <Page
      title="My Suppliers and Store"
      answer={
        data && (
          <>
            <First of={data} />
            {suppliersAnswer(data)}
          </>
        )
      }
    >
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && (
        <div className="mine-columns">
          <Stack gap="lg">
            <Panel
              title="My suppliers"
              acts={<span className="faint">{many(data.suppliers.length, 'supplier')}</span>}
            >
              {data.suppliers.length === 0 ? (
                <Text>
                  You have no supplier yet. <ContactLink /> to add one.
                </Text>
              ) : (
                <ul className="mine-list" aria-label="My suppliers">
                  {data.suppliers.map((supplier) => (
                    <MySupplier
                      key={supplier.dropshipper_id}
                      of={supplier}
                      day={data.next_charge_date}
                      history={() => setHistory(supplier)}
                    />
                  ))}
                </ul>
              )}
            </Panel>
          </Stack>
          <Stack gap="lg">
            <MyStores of={data.stores} />
            {data.suppliers.length > 0 && <Mails of={data} />}
          </Stack>
        </div>
      )}
      {history && <MyIncidents of={history} close={() => setHistory(null)} />}
    </Page>
  )
}

/** What comes before how the suppliers stand, with the way to what mends it. */
function First({ of }: { of: OwnSuppliers }) {
  const account = accountAnswer(of)
  const stopped = stoppedAnswer(of)
  return (
    <>
      {account && (
        <>
          {account}{' '}
          {of.inactive === 'canceled' ? (
            <>
              <ContactLink /> to open it again
            </>
          ) : (
            <Link className="link" to={links.myBilling()}>
              See what to do
            </Link>
          )}
          .{' '}
        </>
      )}
      {stopped && (
        <>
          {stopped}{' '}
          <Link className="link" to="." hash="stores">
            See why
          </Link>
          .{' '}
        </>
      )}
    </>
  )
}

/** Letters about all of them at once; where they go. */
function Mails({ of: { suppliers, mails_to, mails_ended, mails_unreachable } }: { of: OwnSuppliers }) {
  const chosen = suppliers.filter((one) => one.mails).map((one) => one.dropshipper_id)
  const without = suppliers.filter((one) => !one.mails)
  const on = without.length > 0
  const ids = (on ? without : suppliers).map((one) => one.dropshipper_id)
  const { act, busy } = useAct({
    run: () => api.saveIncidentMails({ body: { dropshipper_ids: ids, on } }),
    done: on ? 'You are written to about all your suppliers' : 'You are written to about none of them',
    undo: () => api.saveIncidentMails({ body: { dropshipper_ids: ids, on: !on } }),
  })
  return (
    <Panel title="Mails about suppliers">
      <Stack gap="xs" align="flex-start">
        <Text>
          One mail when a supplier breaks for longer than {graceMinutes} minutes, and one when it is well
          again. They are on for {suppliers.length - without.length} of {suppliers.length}.
        </Text>
        {chosen.length > 0 && (
          <EndedMails
            emails={mails_ended}
            mails="mails about suppliers"
            again={() => api.saveIncidentMails({ body: { dropshipper_ids: chosen, on: true } })}
          />
        )}
        <UnreachableMails emails={mails_unreachable} />
        <Text size="sm" c="dimmed">
          {toWhom(mails_to, [...mails_ended, ...mails_unreachable])}
          <Link className="link" to={links.accountDetails()}>
            change where they go
          </Link>
        </Text>
        <Button variant="default" size="md" loading={busy} disabled={Boolean(readOnly)} onClick={() => act()}>
          {on ? 'Mail me about all' : 'Mail me about none'}
        </Button>
      </Stack>
    </Panel>
  )
}

function toWhom(to: readonly string[], without: readonly string[]): string {
  if (to.length > 0) return `To ${to.join(', ')}: `
  return without.length > 0 ? 'They go to nobody else: ' : 'There is no address for them: '
}
