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

// loaded when a view is saved
const NameView = lazy(() => import('./NameView.tsx'))

type Details = Pick<SavedView, 'name' | 'search' | 'columns' | 'shared'>
const columnsText = ({ hidden, order }: ChosenColumns) => JSON.stringify([hidden.toSorted(), order])

/** Saves a view with some of it changed. */
function changeView(view: SavedView, to: Partial<Details>) {
  const { saved_view_id, version, name, search, columns, shared: isShared } = view
  const body = { name, search, shared: isShared, columns, ...to, version }
  return api.changeSavedView({ params: { id: saved_view_id }, body })
}

const copyLink = () =>
  navigator.clipboard.writeText(window.location.href).then(
    () => notify('success', 'Link copied'),
    () => notify('error', 'Couldn’t copy the link. Copy it from the address bar'),
  )

/** The list's saved views, one's own and shared ones: filters, sort and columns under a name. */
export function SavedViews({
  views,
  columns,
  forget,
}: {
  views: Views
  columns: ChosenColumns
  /** Drops columns that were chosen in a view and not saved. */
  forget: () => void
}) {
  const { active } = views
  const [dialog, setDialog] = useState<Dialog>()
  const client = useQueryClient()
  const isEdited =
    active && (views.filters !== active.search || columnsText(columns) !== columnsText(active.columns))
  const edited = isEdited ? ', edited' : ''
  const current = { search: views.filters, columns: { hidden: columns.hidden, order: columns.order } }
  const choose = (view: SavedView | undefined) => {
    forget()
    views.choose(view)
  }
  const { act, busy } = useAct({
    run: ({ view, to }: { view: SavedView; to: Partial<Details> }) => changeView(view, to),
    // somebody else has changed it: the view as it is now is shown
    handlesError: () => {
      void refresh(client)
      return false
    },
  })
  return (
    <>
      <Menu position="bottom-start" width={280} shadow="none">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            rightSection={<IconChevronDown size={13} aria-hidden />}
            aria-label={active ? `View ${active.name}${edited}` : 'Views'}
            loading={busy}
          >
            <span className="cut view-name">{active?.name ?? 'Views'}</span>
            {isEdited && <span className="faint">&nbsp;· edited</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70vh" className="scroll-y">
          <ViewItems views={views} choose={choose} />
          <Menu.Divider />
          {isEdited && active.may_change && (
            <Menu.Item onClick={() => act({ view: active, to: current })}>Save changes</Menu.Item>
          )}
          {isEdited && <Menu.Item onClick={() => choose(active)}>Discard changes</Menu.Item>}
          <Menu.Item onClick={() => setDialog('save')}>Save view…</Menu.Item>
          {active && <Menu.Item onClick={() => void copyLink()}>Copy link</Menu.Item>}
          {active?.may_change && (
            <>
              <Menu.Item onClick={() => setDialog('rename')}>Rename…</Menu.Item>
              <Menu.Item onClick={() => act({ view: active, to: { shared: !active.shared } })}>
                {active.shared ? 'Stop sharing' : 'Share with all staff'}
              </Menu.Item>
              <Menu.Item onClick={() => setDialog('delete')}>Delete…</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {views.missing && (
        <Text size="xs" c="dimmed" role="status">
          This view was deleted. Its filters still apply.
        </Text>
      )}
      <ViewDialog dialog={dialog} views={views} current={current} close={() => setDialog(undefined)} />
    </>
  )
}

/** Every view to choose from, and the list without one. */
function ViewItems({ views, choose }: { views: Views; choose: (view: SavedView | undefined) => void }) {
  const { active } = views
  const showsAll = !active && views.filters === ''
  const ownViews = views.all.filter((v) => v.own)
  const otherViews = views.all.filter((v) => !v.own)
  const item = (v: SavedView) => (
    <Menu.Item
      key={v.saved_view_id}
      onClick={() => choose(v)}
      aria-current={v === active || undefined}
      leftSection={<Tick isOn={v === active} />}
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
      <Menu.Item
        onClick={() => choose(undefined)}
        aria-current={showsAll || undefined}
        leftSection={<Tick isOn={showsAll} />}
      >
        All
      </Menu.Item>
      {ownViews.length > 0 && <Menu.Label>Yours</Menu.Label>}
      {ownViews.map(item)}
      {otherViews.length > 0 && <Menu.Label>Shared by others</Menu.Label>}
      {otherViews.map(item)}
    </>
  )
}

type Dialog = 'save' | 'rename' | 'delete'

function ViewDialog({
  dialog,
  views,
  current,
  close,
}: {
  dialog: Dialog | undefined
  views: Views
  current: Pick<Details, 'search' | 'columns'>
  close: () => void
}) {
  const { active } = views
  return (
    <>
      <Suspense>
        {dialog === 'save' && (
          <NameView
            title="Save view"
            sharing
            run={(name, isShared) =>
              api.saveView({ body: { ...current, list: views.list, name, shared: isShared } })
            }
            after={(view) => views.choose(view, { replace: true })}
            close={close}
          />
        )}
        {dialog === 'rename' && active && (
          <NameView
            title="Rename view"
            name={active.name}
            run={(name) => changeView(active, { name })}
            close={close}
          />
        )}
      </Suspense>
      {dialog === 'delete' && active && (
        <ActModal
          title={`Delete view “${active.name}”?`}
          act="Delete view"
          danger
          run={() => api.removeSavedView({ params: { id: active.saved_view_id } })}
          after={() => views.choose(undefined, { replace: true })}
          doneText={`View “${active.name}” deleted`}
          close={close}
        >
          <Text size="sm">
            {active.shared ? 'It’s removed for all staff. ' : ''}Links to it keep their filters.
          </Text>
        </ActModal>
      )}
    </>
  )
}

const Tick = ({ isOn }: { isOn: boolean }) =>
  isOn ? <IconCheck size={14} aria-hidden /> : <span className="tick-space" />
