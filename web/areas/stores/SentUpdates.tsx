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
import { requesterName } from '#contract/words.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, fileSize, many, Status, type Tone } from '../../ui/values.tsx'
import { BoundsModal } from './BoundsModal.tsx'
import { differing } from './update-words.ts'
import { UpdateDetails } from './UpdateDetails.tsx'

/** The open update, and the SKU searched in it, in the URL. */
export const chosenUpdate = z.object({
  update: z.coerce.number().int().positive().optional().catch(undefined),
  sku: z.string().catch('').default(''),
})
const atWork: ReadonlySet<UpdateState> = new Set(['asked', 'planning', 'sending', 'accepted'])

/** A store's updates, and the products of the chosen one. */
export function SentUpdates({ vendorId, storeId }: { vendorId: number; storeId: number }) {
  const [{ update: chosenId, sku }, set] = useUrl(chosenUpdate)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listSentUpdates.query({ params: { vendor_id: vendorId }, query: { vendor_store_id: storeId } }),
    refetchInterval: ({ state }) => (state.data?.some((u) => atWork.has(u.state)) ? 1500 : 15_000),
  })
  const [bounds, setBounds] = useState(false)
  const [all, setAll] = useState(false)
  const show = (id: number) => set({ update: id, sku: undefined }, { replace: true })
  const open = chosenId ?? data?.find((u) => u.state === 'held')?.store_update_id
  return (
    <Panel
      title="Updates"
      actions={
        <Button size="xs" variant="default" onClick={() => setBounds(true)}>
          Approval limits…
        </Button>
      }
    >
      {bounds && <BoundsModal vendorId={vendorId} storeId={storeId} close={() => setBounds(false)} />}
      <DataTable
        label="Updates"
        name="sent updates"
        columns={columns}
        rows={data}
        {...(!all && { maxRows: mostUpdates })}
        id={(u) => u.store_update_id}
        open={(u) => show(u.store_update_id)}
        current={(u) => u.store_update_id === open}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        skeletonRows={3}
        empty="No updates yet."
      />
      {!all && data && data.length > mostUpdates && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          Show all {count(data.length)} updates
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
          {...(chosenId !== undefined && {
            close: () => set({ update: undefined, sku: undefined }, { replace: true }),
          })}
        />
      )}
    </Panel>
  )
}

/** Shown until all are requested. */
const mostUpdates = 5

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
/** An update with refused products is not shown as a success. */
function UpdateSign({ update }: { update: SentUpdate }) {
  if (update.state === 'sent' && update.refused > 0)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        {update.sent === 0 ? 'Refused' : 'Partly sent'}
      </Status>
    )
  if (update.state === 'sent' && update.left_over > 0)
    return (
      <Status tone="off" icon={IconCircleDashed}>
        Partly sent
      </Status>
    )
  if (update.kind === 'compare' && update.state === 'discarded')
    return (
      <Status tone="off" icon={IconBan}>
        Not compared
      </Status>
    )
  if (update.broken_off)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        Interrupted
      </Status>
    )
  if (update.state === 'compared' && differing(update) > 0)
    return (
      <Status tone="wait" icon={IconScale}>
        {`${many(differing(update), 'product')} ${differing(update) === 1 ? 'differs' : 'differ'}`}
      </Status>
    )
  return <Status {...signs[update.state]}>{updateStates[update.state]}</Status>
}

const figure = (
  key: string,
  header: string,
  leaves: number,
  countOf: (u: SentUpdate) => number,
): Column<SentUpdate> => ({
  key,
  header,
  leaves,
  numeric: true,
  sortValue: countOf,
  cell: (u) => (countOf(u) === 0 ? '—' : count(countOf(u))),
})
const columns: readonly Column<SentUpdate>[] = [
  {
    key: 'id',
    header: 'Update',
    numeric: true,
    sortValue: (u) => u.store_update_id,
    cell: (u) => <span className="mono name">{u.store_update_id}</span>,
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (u) => updateStates[u.state],
    cell: (u) => <UpdateSign update={u} />,
  },
  { key: 'kind', header: 'Kind', sortValue: (u) => updateKinds[u.kind], cell: (u) => updateKinds[u.kind] },
  { key: 'when', header: 'Started', sortValue: (u) => u.insert_tm, moment: (u) => u.insert_tm },
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
    sortValue: (u) => u.bytes,
    cell: (u) => (u.bytes === 0 ? '—' : fileSize(u.bytes)),
  },
  {
    key: 'by',
    header: 'Requested by',
    leaves: 11,
    sortValue: (u) => requesterName(u.requested_by),
    cell: (u) => requesterName(u.requested_by),
  },
]

/** Updates a store now: changes, everything, or a dry run; or compares it with what its market shows. */
export function UpdateNow({
  next,
  vendorId,
  storeId,
  disabledReason,
  compares,
}: {
  /** It is the next thing to do. */
  next: boolean
  vendorId: number
  storeId: number
  /** Why it can't be updated. */
  disabledReason: string | undefined
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
          disabled={disabledReason !== undefined}
          title={disabledReason}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Update now
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act('changed')}>Send changes</Menu.Item>
        <Menu.Item onClick={() => act('dry')}>Dry run</Menu.Item>
        <Menu.Item onClick={() => act('full')}>Resend everything</Menu.Item>
        {compares.length > 0 && (
          <Menu.Item onClick={() => act('compare')}>
            Compare with market
            <Text size="xs" c="dimmed">
              {`Compares ${compares.join(', ')}`}
            </Text>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
