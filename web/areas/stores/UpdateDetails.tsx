import { ActionIcon, Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { linesShown, type SentUpdate, type UpdateLine } from '#contract/stores/sent-updates.ts'
import { refusals } from '#contract/stores/shops.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { LoadError } from '../../ui/page/Page.tsx'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { count, many } from '../../ui/values.tsx'
import { SkuLink } from '../products/public.tsx'
import { readOnly } from '../../viewing.ts'
import { causeSentence } from './cause-words.ts'
import { differenceInWords, lineChanges, notFound, updateSentence, withheldReasons } from './update-words.ts'

/** One update: a summary, its buttons, and its products. */
export function UpdateDetails({
  vendorId,
  id,
  sku,
  find,
  show,
  close,
}: {
  vendorId: number
  id: number
  /** The searched beginning of a SKU. */
  sku: string
  find: (sku: string) => void
  /** Opens another update in its place. */
  show: (id: number) => void
  /** Undefined if the update is open by default. */
  close?: () => void
}) {
  const params = { vendor_id: vendorId, store_update_id: id }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.getSentUpdate.query({ params, query: sku === '' ? {} : { sku } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && ['asked', 'planning', 'sending', 'accepted'].includes(state.data.update.state)
        ? 1500
        : false,
  })
  const [all, setAll] = useState(false)
  const sectionRef = useRef<HTMLElement>(null)
  const isAsked = close !== undefined
  const isRead = data !== undefined
  useEffect(() => {
    // the click may have been far below
    if (isAsked && isRead) sectionRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked, isRead])
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={120} mt="md" />
  const { update, lines } = data
  const cause = causeSentence(data.causes)
  const columns = columnsIn(data.currency_id, vendorId)
  return (
    <section ref={sectionRef} className="update-details" aria-label={`Update ${id}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <p role="status" {...(update.state === 'held' && { className: 'held' })}>
            {updateSentence(update)}
          </p>
          {cause && <p className="why">{cause}</p>}
          {withheldReasons(update).map((reason) => (
            <Text key={reason} size="sm" c="dimmed">
              {reason}
            </Text>
          ))}
          {update.decided_by && update.decided_reason && (
            <Text size="sm" c="dimmed">
              {update.decided_by}: {update.decided_reason}
            </Text>
          )}
          {update.job_id !== null && (
            <Link to={links.job(update.job_id)} className="link">
              Job {update.job_id}
            </Link>
          )}
        </div>
        <Group gap="xs" wrap="nowrap">
          <Acts update={update} vendorId={vendorId} onDecided={() => find(sku)} show={show} />
          {close && (
            <ActionIcon variant="subtle" color="gray" aria-label={`Close update ${id}`} onClick={close}>
              <IconX size={15} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {(lines.length > mostLines || sku !== '') && (
        <Group my="xs">
          <FilterBox label="Find SKU in update" placeholder="SKU starts with" value={sku} set={find} />
        </Group>
      )}
      {(lines.length > 0 || isFetching || sku !== '') && (
        <DataTable
          label="Products in update"
          columns={columns}
          rows={lines}
          {...(!all && { maxRows: mostLines })}
          id={(l) => l.product_id}
          fetching={isPlaceholderData}
          empty={sku === '' ? 'No products.' : notFound(update, sku)}
        />
      )}
      {!all && lines.length > mostLines && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          {lines.length === linesShown
            ? `Show the first ${count(linesShown)}`
            : `Show all ${count(lines.length)}`}{' '}
          products
        </Anchor>
      )}
      {all && lines.length === linesShown && (
        <Text size="sm" c="dimmed">
          Showing the first {linesShown}, sell-outs and price drops first. Search by SKU to find others.
        </Text>
      )}
    </section>
  )
}

/** Rows shown at first: the settings are below. */
const mostLines = 10

type DecisionKind = 'approve' | 'discard' | 'back'
function Acts({
  update,
  vendorId,
  onDecided,
  show,
}: {
  update: SentUpdate
  vendorId: number
  /** Keeps the update open after the decision. */
  onDecided: () => void
  show: (id: number) => void
}) {
  const [decision, setDecision] = useState<DecisionKind | null>(null)
  const params = { vendor_id: vendorId, store_update_id: update.store_update_id }
  const close = () => setDecision(null)
  const { vendor_store_name: name } = update
  const waiting = many(update.waiting, 'product')
  return (
    <Group gap="xs" wrap="nowrap">
      {update.state === 'held' && (
        <>
          <Button variant="default" disabled={Boolean(readOnly)} onClick={() => setDecision('discard')}>
            Reject…
          </Button>
          <Button disabled={Boolean(readOnly)} onClick={() => setDecision('approve')}>
            Approve…
          </Button>
        </>
      )}
      {update.can_go_back && (
        <Button variant="default" disabled={Boolean(readOnly)} onClick={() => setDecision('back')}>
          Roll back…
        </Button>
      )}
      {decision === 'approve' && (
        <ReasonModal
          title={`Approve held update for ${name}?`}
          act="Approve update"
          run={(reason) => api.approveStoreUpdate({ params, body: { reason } })}
          doneText="Update approved"
          after={onDecided}
          close={close}
        >
          {`${updateSentence(update)} ${waiting} will be sent now with current stock and prices. If much more has changed since, the update is held again.`}
        </ReasonModal>
      )}
      {decision === 'discard' && (
        <ReasonModal
          title={`Reject held update for ${name}?`}
          act="Reject update"
          danger
          run={(reason) => api.discardStoreUpdate({ params, body: { reason } })}
          doneText="Update rejected"
          after={onDecided}
          close={close}
        >
          {`${waiting} ${update.waiting === 1 ? 'stays' : 'stay'} unchanged in the store. The next update is held again if the difference remains.`}
        </ReasonModal>
      )}
      {decision === 'back' && (
        <ReasonModal
          title={`Roll back update ${update.store_update_id} for ${name}?`}
          act="Roll back update"
          danger
          run={(reason) => api.sendBackStoreUpdate({ params, body: { reason } })}
          doneText="Rollback queued"
          after={(backUpdate) => show(backUpdate.store_update_id)}
          close={close}
        >
          Restores stock, prices and list prices from before this update. New products are taken down.
          Products changed by later updates, descriptions and images stay unchanged.{' '}
          {update.resends
            ? 'An integration of this store resends every product, so the next update undoes this. Pause it or fix the cause first.'
            : 'This lasts until the catalog, settings or price rules change.'}
        </ReasonModal>
      )}
    </Group>
  )
}

const columnsIn = (currencyId: number, vendorId: number): readonly Column<UpdateLine>[] => [
  {
    key: 'sku',
    header: 'SKU',
    leaves: 0,
    sortValue: (l) => l.sku,
    cell: (l) => <SkuLink sku={l.sku} productId={l.product_id} vendorId={vendorId} />,
  },
  { key: 'title', header: 'Product', leaves: 2, sortValue: (l) => l.title, cell: (l) => l.title ?? '—' },
  {
    key: 'what',
    header: 'Changes',
    leaves: 0,
    wrap: true,
    cell: (l) => <LineChanges line={l} currencyId={currencyId} />,
  },
]

function LineChanges({ line, currencyId }: { line: UpdateLine; currencyId: number }) {
  if (line.refused)
    return (
      <>
        Refused: {line.refused.text} <span className="faint">{refusals[line.refused.why]}</span>
      </>
    )
  if (line.differs) return differenceInWords(line.differs, line, currencyId)
  return (
    [
      line.before === null && 'new',
      ...lineChanges(line, currencyId),
      line.told.includes('content') && line.before !== null && 'description and images',
    ]
      .filter(Boolean)
      .join(', ') || '—'
  )
}
