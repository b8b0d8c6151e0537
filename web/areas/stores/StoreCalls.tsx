import { Anchor, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  callStates,
  type Allowance,
  type CallState,
  type StoreCall,
  type StoreCalls as Calls,
} from '#contract/stores/calls.ts'
import { askedTooOften, refusals, shops } from '#contract/stores/shops.ts'
import { clause } from '#contract/sentence.ts'
import { api } from '../../api.ts'
import { LoadError, Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { shortTime } from '../../ui/time.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, many, Status, type Tone } from '../../ui/values.tsx'
import { SkuLink } from '../products/public.tsx'
import { readOnly } from '../../viewing.ts'
import { allowanceSentence, partsInWords } from './call-words.ts'
import { chosenUpdate } from './SentUpdates.tsx'
import { refusedProducts } from './store-answer.ts'
import { capitalize } from '#contract/words.ts'

const mostCalls = 5

/** A market's rate limits, the products it refuses, and each call that was made. */
export function StoreCalls({ vendorId, storeId }: { vendorId: number; storeId: number }) {
  const params = { vendor_id: vendorId, vendor_store_id: storeId }
  const { data, error, refetch } = useQuery({
    ...api.getStoreCalls.query({ params }),
    refetchInterval: ({ state }) => (state.data?.calls.some((c) => c.end_tm === null) ? 2000 : 15_000),
  })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return null
  const { name } = shops[data.shop]
  return (
    <>
      {data.refusals.length > 0 && <Refusals calls={data} name={name} params={params} />}
      <Panel title={`${name} API`}>
        {data.waits_until !== null && (
          <p role="status">
            {clause(data.waits_for ?? 'Rate limit used up')}. Resumes at {shortTime(data.waits_until)}.
          </p>
        )}
        <ul className="allowances">
          {data.allowances.map((allowance) => (
            <AllowanceBar key={allowance.name} allowance={allowance} waits={data.waits_until !== null} />
          ))}
        </ul>
        <CallList calls={data.calls} />
      </Panel>
    </>
  )
}

const AllowanceBar = ({ allowance, waits }: { allowance: Allowance; waits: boolean }) => (
  <li>
    <span className="name">{capitalize(allowance.name)}</span>
    <Progress
      value={Math.min(100, (allowance.used / allowance.limit) * 100)}
      color={allowance.opens_tm === null ? 'gray' : 'var(--wait-fill)'}
      aria-label={`${allowance.name} used`}
    />
    <span>{allowanceSentence(allowance, waits)}</span>
  </li>
)

type Refusal = Calls['refusals'][number]
function Refusals({
  calls,
  name,
  params,
}: {
  calls: Calls
  name: string
  params: { vendor_id: number; vendor_store_id: number }
}) {
  const [, set] = useUrl(chosenUpdate)
  const { act, busy } = useAct({
    run: () => api.tellRefusedAgain({ params }),
    doneText: ({ products }) => `${many(products, 'product')} queued again`,
  })
  const all = calls.refusals.reduce((n, refusal) => n + refusal.products, 0)
  return (
    <Panel
      id={refusedProducts}
      title={`${many(all, 'product')} refused by ${name}`}
      actions={
        <Button
          size="xs"
          variant="default"
          loading={busy}
          disabled={Boolean(readOnly)}
          title={readOnly}
          onClick={() => act()}
        >
          Resend {many(all, 'product')}
        </Button>
      }
    >
      <DataTable
        label="Refused products"
        columns={refusedColumns(params.vendor_id)}
        rows={calls.refusals}
        id={(r) => `${r.why} ${r.text}`}
        open={(r) => set({ update: r.store_update_id }, { replace: true })}
        empty="No refused products."
      />
    </Panel>
  )
}
const refusedColumns = (vendorId: number): readonly Column<Refusal>[] => [
  {
    key: 'n',
    header: 'Products',
    numeric: true,
    leaves: 0,
    sortValue: (r) => r.products,
    cell: (r) => count(r.products),
  },
  {
    key: 'text',
    header: 'Message',
    leaves: 0,
    wrap: true,
    sortValue: (r) => r.text,
    cell: (r) => r.text,
  },
  { key: 'mend', header: 'What to do', wrap: true, cell: (r) => refusals[r.why] },
  {
    key: 'sku',
    header: 'Example',
    leaves: 2,
    sortValue: (r) => r.sku,
    cell: (r) => <SkuLink sku={r.sku} vendorId={vendorId} />,
  },
]

function CallList({ calls }: { calls: readonly StoreCall[] }) {
  const [all, setAll] = useState(false)
  return (
    <>
      <DataTable
        label="Calls"
        name="store calls"
        columns={callColumns}
        rows={calls}
        {...(!all && { maxRows: mostCalls })}
        id={(c) => c.store_call_id}
        empty="No calls yet."
      />
      {!all && calls.length > mostCalls && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          Show the newest {count(calls.length)} calls
        </Anchor>
      )}
    </>
  )
}

const signs: Record<CallState, { tone: Tone; icon: typeof IconClock }> = {
  sending: { tone: 'run', icon: IconLoader2 },
  accepted: { tone: 'wait', icon: IconClock },
  done: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
}
const callColumns: readonly Column<StoreCall>[] = [
  {
    key: 'when',
    header: 'Call',
    leaves: 0,
    sortValue: (c) => c.insert_tm,
    moment: (c) => c.insert_tm,
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (c) => callStates[c.state],
    cell: (c) =>
      c.said === askedTooOften ? (
        <Status tone="wait" icon={IconClock}>
          Rate limited
        </Status>
      ) : (
        <Status {...signs[c.state]}>{callStates[c.state]}</Status>
      ),
  },
  { key: 'told', header: 'Sent', sortValue: (c) => c.told, cell: (c) => partsInWords(c.told) },
  {
    key: 'n',
    header: 'Products',
    numeric: true,
    sortValue: (c) => c.products,
    cell: (c) => count(c.products),
  },
  { key: 'live', header: 'Accepted', numeric: true, sortValue: (c) => c.live, cell: (c) => count(c.live) },
  {
    key: 'refused',
    header: 'Refused',
    numeric: true,
    sortValue: (c) => c.refused,
    cell: (c) => (c.refused === 0 ? '—' : count(c.refused)),
  },
  {
    key: 'requests',
    header: 'Requests',
    numeric: true,
    leaves: 4,
    sortValue: (c) => c.requests,
    cell: (c) => count(c.requests),
  },
  {
    key: 'said',
    header: 'Message',
    wrap: true,
    leaves: 3,
    cell: (c) => c.said ?? (c.poll_tm && c.state === 'accepted' ? <NextPoll tm={c.poll_tm} /> : '—'),
  },
]
const NextPoll = ({ tm }: { tm: string }) => <>Next check at {shortTime(tm)}</>
