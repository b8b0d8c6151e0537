import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ChosenColumns, SavedView } from '#contract/lists/views.ts'
import { api, refresh } from '../../api.ts'
import { ActModal } from '../act/ActModal.tsx'
import { notify } from '../act/notify.tsx'
import { useAct } from '../act/useAct.ts'
import type { Views } from './useViews.ts'

// asked for once a view is saved
const NameView = lazy(() => import('./NameView.tsx'))

type Details = Pick<SavedView, 'name' | 'search' | 'columns' | 'shared'>
const columnsText = ({ hidden, order }: ChosenColumns) => JSON.stringify([hidden.toSorted(), order])

/** The list's saved views, one's own and those of all staff: filters, sort and columns under a name. */
export function SavedViews({
  views,
  columns,
  forget,
}: {
  views: Views
  columns: ChosenColumns
  /** Lets columns go that were chosen in a view and not saved. */
  forget: () => void
}) {
  const { active } = views
  const [asking, setAsking] = useState<'save' | 'rename' | 'delete'>()
  const client = useQueryClient()
  const edited =
    active && (views.filters !== active.search || columnsText(columns) !== columnsText(active.columns))
  const kept = { search: views.filters, columns: { hidden: columns.hidden, order: columns.order } }
  const change = (to: Partial<Details>) => {
    const { saved_view_id, version, name, search, shared } = active!
    const body = { name, search, shared, columns: active!.columns, ...to, version }
    return api.changeSavedView({ params: { id: saved_view_id }, body })
  }
  const choose = (view: SavedView | undefined) => {
    forget()
    views.choose(view)
  }
  const { act, busy } = useAct({
    run: change,
    // somebody else has changed it: what is so now is shown
    tells: () => {
      void refresh(client)
      return false
    },
  })
  const copyLink = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => notify('success', 'The link to this view is copied'),
      () => notify('error', 'This browser doesn’t let a page copy: the link stands in its address bar'),
    )
  const unfiltered = !active && views.filters === ''
  const own = views.all.filter((v) => v.own)
  const others = views.all.filter((v) => !v.own)
  const item = (v: SavedView) => (
    <Menu.Item
      key={v.saved_view_id}
      onClick={() => choose(v)}
      aria-current={v === active || undefined}
      leftSection={<Tick on={v === active} />}
      rightSection={
        <Text size="xs" c="dimmed">
          {v.own ? v.shared && 'shared' : v.owner}
        </Text>
      }
    >
      {v.name}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-start" width={280} shadow="none">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            rightSection={<IconChevronDown size={13} aria-hidden />}
            aria-label={active ? `View ${active.name}${edited ? ', edited' : ''}` : 'Views'}
            loading={busy}
          >
            <span className="cut" style={{ maxWidth: 180 }}>
              {active?.name ?? 'Views'}
            </span>
            {edited && <span className="faint">&nbsp;· edited</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
          <Menu.Item
            onClick={() => choose(undefined)}
            aria-current={unfiltered || undefined}
            leftSection={<Tick on={unfiltered} />}
          >
            All
          </Menu.Item>
          {own.length > 0 && <Menu.Label>Yours</Menu.Label>}
          {own.map(item)}
          {others.length > 0 && <Menu.Label>Shared by others</Menu.Label>}
          {others.map(item)}
          <Menu.Divider />
          {edited && active.may_change && <Menu.Item onClick={() => act(kept)}>Save changes</Menu.Item>}
          {edited && <Menu.Item onClick={() => choose(active)}>Back to the view</Menu.Item>}
          <Menu.Item onClick={() => setAsking('save')}>Save this view…</Menu.Item>
          {active && <Menu.Item onClick={() => void copyLink()}>Copy link</Menu.Item>}
          {active?.may_change && (
            <>
              <Menu.Item onClick={() => setAsking('rename')}>Rename…</Menu.Item>
              <Menu.Item onClick={() => act({ shared: !active.shared })}>
                {active.shared ? 'Stop sharing' : 'Share with all staff'}
              </Menu.Item>
              <Menu.Item onClick={() => setAsking('delete')}>Delete…</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {views.missing && (
        <Text size="xs" c="dimmed" role="status">
          This view isn’t there any more; its filters stay.
        </Text>
      )}
      <Suspense>
        {asking === 'save' && (
          <NameView
            title="Save this view"
            sharing
            run={(name, shared) => api.saveView({ body: { ...kept, list: views.list, name, shared } })}
            after={(view) => views.choose(view, { replace: true })}
            close={() => setAsking(undefined)}
          />
        )}
        {asking === 'rename' && active && (
          <NameView
            title="Rename the view"
            name={active.name}
            run={(name) => change({ name })}
            close={() => setAsking(undefined)}
          />
        )}
      </Suspense>
      {asking === 'delete' && active && (
        <ActModal
          title={`Delete the view “${active.name}”?`}
          act="Delete it"
          danger
          run={() => api.removeSavedView({ params: { id: active.saved_view_id } })}
          after={() => views.choose(undefined, { replace: true })}
          done={`The view “${active.name}” is deleted`}
          close={() => setAsking(undefined)}
        >
          <Text size="sm">
            {active.shared ? 'All staff lose it. ' : ''}Nothing else goes: links to it keep their filters.
          </Text>
        </ActModal>
      )}
    </>
  )
}

const Tick = ({ on }: { on: boolean }) =>
  on ? <IconCheck size={14} aria-hidden /> : <span style={{ width: 14, display: 'inline-block' }} />
