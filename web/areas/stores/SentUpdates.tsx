import { Anchor, Button, Menu, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconChevronDown,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconEye,
  IconHandStop,
  IconLoader2,
  IconScale,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  updateKinds,
  updateStates,
  type SentUpdate,
  type UpdateState,
} from '#contract/stores/sent-updates.ts'
import type { ComparedValue } from '#contract/stores/shops.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, fileSize, many, Status, type Tone } from '../../ui/values.tsx'
import { BoundsModal } from './BoundsModal.tsx'
import { differing } from './update-words.ts'
import { UpdateDetails } from './UpdateDetails.tsx'

/** The update that is open, and what of it is looked for, in the address. */
export const chosenUpdate = z.object({
  update: z.coerce.number().int().positive().optional().catch(undefined),
  sku: z.string().catch('').default(''),
})
const atWork: ReadonlySet<UpdateState> = new Set(['asked', 'planning', 'sending', 'accepted'])

/** What a store was told, update by update, and what the chosen one tells product by product. */
export function SentUpdates({ vendorId, storeId }: { vendorId: number; storeId: number }) {
  const [{ update: chosen, sku }, set] = useUrl(chosenUpdate)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listSentUpdates.query({ params: { vendor_id: vendorId }, query: { vendor_store_id: storeId } }),
    refetchInterval: ({ state }) => (state.data?.some((u) => atWork.has(u.state)) ? 1500 : 15_000),
  })
  const [bounds, setBounds] = useState(false)
  const [all, setAll] = useState(false)
  const show = (id: number) => set({ update: id, sku: undefined }, { replace: true })
  const open = chosen ?? data?.find((u) => u.state === 'held')?.store_update_id
  return (
    <Panel
      title="Updates"
      acts={
        <Button size="xs" variant="default" onClick={() => setBounds(true)}>
          When one asks first…
        </Button>
      }
    >
      {bounds && <BoundsModal vendorId={vendorId} storeId={storeId} close={() => setBounds(false)} />}
      <DataTable
        label="Updates"
        name="sent updates"
        columns={columns}
        rows={data}
        {...(!all && { most })}
        id={(u) => u.store_update_id}
        open={(u) => show(u.store_update_id)}
        current={(u) => u.store_update_id === open}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        skeletonRows={3}
        empty="This store was sent nothing yet."
      />
      {!all && data && data.length > most && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          All {count(data.length)} updates
        </Anchor>
      )}
      {open !== undefined && (
        <UpdateDetails
          key={open}
          vendorId={vendorId}
          id={open}
          sku={sku}
          show={show}
          find={(text) => set({ update: open, sku: text || undefined }, { replace: true })}
          {...(chosen !== undefined && {
            close: () => set({ update: undefined, sku: undefined }, { replace: true }),
          })}
        />
      )}
    </Panel>
  )
}

/** The newest, until all are asked for. */
const most = 5

const signs: Record<UpdateState, { tone: Tone; icon: typeof IconClock }> = {
  asked: { tone: 'wait', icon: IconClock },
  planning: { tone: 'run', icon: IconLoader2 },
  held: { tone: 'bad', icon: IconHandStop },
  sending: { tone: 'run', icon: IconLoader2 },
  accepted: { tone: 'wait', icon: IconClock },
  sent: { tone: 'good', icon: IconCircleCheck },
  nothing: { tone: 'good', icon: IconCircleCheck },
  dry: { tone: 'off', icon: IconEye },
  discarded: { tone: 'off', icon: IconBan },
  superseded: { tone: 'off', icon: IconCircleDashed },
  compared: { tone: 'good', icon: IconScale },
}
/** What was refused is no good end, whatever else was sent. */
function UpdateSign({ of }: { of: SentUpdate }) {
  if (of.state === 'sent' && of.refused > 0)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        {of.sent === 0 ? 'Refused' : 'Sent in part'}
      </Status>
    )
  if (of.state === 'sent' && of.left_over > 0)
    return (
      <Status tone="off" icon={IconCircleDashed}>
        Sent, rest went over
      </Status>
    )
  if (of.broken_off)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        Broken off
      </Status>
    )
  if (of.state === 'compared' && differing(of) > 0)
    return (
      <Status tone="wait" icon={IconScale}>
        {`${many(differing(of), 'product')} ${differing(of) === 1 ? 'differs' : 'differ'}`}
      </Status>
    )
  return <Status {...signs[of.state]}>{updateStates[of.state]}</Status>
}

const figure = (
  key: string,
  header: string,
  leaves: number,
  of: (u: SentUpdate) => number,
): Column<SentUpdate> => ({
  key,
  header,
  leaves,
  numeric: true,
  by: of,
  cell: (u) => (of(u) === 0 ? '—' : count(of(u))),
})
const columns: readonly Column<SentUpdate>[] = [
  {
    key: 'id',
    header: 'Update',
    numeric: true,
    by: (u) => u.store_update_id,
    cell: (u) => <span className="mono name">{u.store_update_id}</span>,
  },
  {
    key: 'state',
    header: 'State',
    leaves: 0,
    by: (u) => updateStates[u.state],
    cell: (u) => <UpdateSign of={u} />,
  },
  { key: 'kind', header: 'Kind', by: (u) => updateKinds[u.kind], cell: (u) => updateKinds[u.kind] },
  { key: 'when', header: 'Begun', by: (u) => u.insert_tm, moment: (u) => u.insert_tm },
  figure('created', 'New', 7, (u) => u.created),
  figure('zeroed', 'Sold out', 5, (u) => u.zeroed),
  figure('prices', 'Prices', 6, (u) => u.price_changed),
  figure('quantities', 'Quantities', 8, (u) => u.quantity_changed),
  figure('content', 'Descriptions', 9, (u) => u.content_changed),
  figure('sent', 'Sent', 2, (u) => u.sent),
  figure('refused', 'Refused', 3, (u) => u.refused),
  figure('files', 'Files', 10, (u) => u.files),
  {
    key: 'bytes',
    header: 'Size',
    numeric: true,
    leaves: 12,
    by: (u) => u.bytes,
    cell: (u) => (u.bytes === 0 ? '—' : fileSize(u.bytes)),
  },
  { key: 'by', header: 'Asked for by', leaves: 11, by: (u) => u.requested_by, cell: (u) => u.requested_by },
]

/** Updates a store now: what changed, everything, or dry; or compares it with what its market shows, where it `compares` something. */
export function UpdateNow({
  next,
  vendorId,
  storeId,
  why,
  compares,
}: {
  /** It is the next thing to do. */
  next: boolean
  vendorId: number
  storeId: number
  /** Why it can't be. */
  why: string | undefined
  compares: readonly ComparedValue[]
}) {
  const [, set] = useUrl(chosenUpdate)
  const { act, busy } = useAct({
    run: (kind: 'changed' | 'full' | 'dry' | 'compare') =>
      api.beginStoreUpdate({
        params: { vendor_id: vendorId },
        body: { vendor_store_id: storeId, kind },
      }),
    after: ({ store_update_id }) => set({ update: store_update_id, sku: undefined }, { replace: true }),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          {...(!next && { variant: 'default' })}
          loading={busy}
          disabled={why !== undefined}
          title={why}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Update now
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act('changed')}>Send what changed</Menu.Item>
        <Menu.Item onClick={() => act('dry')}>Dry run: show what would be sent</Menu.Item>
        <Menu.Item onClick={() => act('full')}>Send everything again</Menu.Item>
        {compares.length > 0 && (
          <Menu.Item onClick={() => act('compare')}>
            Compare with what the shop shows
            <Text size="xs" c="dimmed">
              {`What is compared: ${compares.join(', ')}`}
            </Text>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
