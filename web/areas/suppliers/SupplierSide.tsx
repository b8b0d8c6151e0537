import { ActionIcon, Button, Checkbox, Group, Skeleton, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconPencil, IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mostNotes, noteLength, type SupplierNote } from '#contract/suppliers/notes.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/ActModal.tsx'
import { Failed } from '../../ui/Page.tsx'
import { useAct } from '../../ui/useAct.ts'
import { Ago, count } from '../../ui/values.tsx'

/** What staff wrote down about a supplier. A draft stays until it is saved, or the browser's tab closes. */
export function SupplierNotes({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(api.listSupplierNotes.query({ params: { id } }))
  const [draft, setDraft] = useSessionStorage({ key: `note-${id}`, defaultValue: '' })
  const [pinned, setPinned] = useState(false)
  const [editing, setEditing] = useState<SupplierNote | null>(null)
  const [removing, setRemoving] = useState<SupplierNote | null>(null)
  const save = useAct({
    run: () => api.addSupplierNote({ params: { id }, body: { note: draft, pinned } }),
    after: () => {
      setDraft('')
      setPinned(false)
    },
    done: 'The note is saved',
  })
  const pin = useAct({
    run: (note: SupplierNote) =>
      api.changeSupplierNote({
        params: { id, supplier_note_id: note.supplier_note_id },
        body: { pinned: !note.pinned },
      }),
  })
  return (
    <Stack gap="sm">
      <form
        onSubmit={(e) => {
          e.preventDefault()
          if (draft.trim() && !save.busy) save.act()
        }}
      >
        <Textarea
          aria-label="Write a note"
          data-autofocus
          placeholder="Write a note"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={noteLength}
          value={draft}
          error={save.fields.note}
          onChange={(e) => setDraft(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) e.currentTarget.form?.requestSubmit()
          }}
        />
        <Group justify="space-between" mt={6}>
          <Checkbox
            size="xs"
            label="Pin it"
            checked={pinned}
            onChange={(e) => setPinned(e.currentTarget.checked)}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={save.busy}
            disabled={!draft.trim()}
            title={draft.trim() ? undefined : 'Write something first'}
          >
            Save note
          </Button>
        </Group>
      </form>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been written down about this supplier.
        </Text>
      )}
      <ul className="entries">
        {data?.notes.map((note) => (
          <li key={note.supplier_note_id}>
            <div className="entry-head">
              <span>
                <b>{note.written_by_name}</b>{' '}
                <span className="faint">
                  <Ago tm={note.insert_tm} />
                  {note.update_tm && ', changed'}
                </span>
              </span>
              <span className="entry-acts">
                <NoteAct
                  label={note.pinned ? 'Unpin this note' : 'Pin this note'}
                  icon={note.pinned ? IconPinFilled : IconPin}
                  act={() => pin.act(note)}
                />
                {note.mine && (
                  <>
                    <NoteAct label="Change this note" icon={IconPencil} act={() => setEditing(note)} />
                    <NoteAct label="Delete this note" icon={IconTrash} act={() => setRemoving(note)} />
                  </>
                )}
              </span>
            </div>
            <p>{note.note}</p>
          </li>
        ))}
      </ul>
      {data && data.total > mostNotes && (
        <Text size="xs" c="dimmed">
          The newest {mostNotes} of {count(data.total)}.
        </Text>
      )}
      {editing && <ChangeNote id={id} note={editing} close={() => setEditing(null)} />}
      {removing && (
        <ActModal
          title="Delete the note"
          act="Delete the note"
          danger
          run={() => api.removeSupplierNote({ params: { id, supplier_note_id: removing.supplier_note_id } })}
          done="The note is deleted"
          undo={() =>
            api.addSupplierNote({ params: { id }, body: { note: removing.note, pinned: removing.pinned } })
          }
          close={() => setRemoving(null)}
        >
          <Text size="sm">“{removing.note.slice(0, 200)}”. The activity log keeps its words.</Text>
        </ActModal>
      )}
    </Stack>
  )
}

function NoteAct({ label, icon: Icon, act }: { label: string; icon: typeof IconPin; act: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="xs" variant="subtle" color="gray" aria-label={label} onClick={act}>
        <Icon size={13} />
      </ActionIcon>
    </Tooltip>
  )
}

function ChangeNote({ id, note, close }: { id: number; note: SupplierNote; close: () => void }) {
  const [text, setText] = useState(note.note)
  return (
    <ActModal
      title="Change the note"
      act="Save the note"
      missing={
        text.trim() === '' ? 'Write something' : text === note.note ? 'Nothing is changed yet' : undefined
      }
      changed={text !== note.note}
      run={() =>
        api.changeSupplierNote({
          params: { id, supplier_note_id: note.supplier_note_id },
          body: { note: text },
        })
      }
      done="The note is saved"
      close={close}
    >
      <Textarea
        label="Note"
        autosize
        minRows={3}
        maxLength={noteLength}
        data-autofocus
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
      />
    </ActModal>
  )
}

const shownOfLog = 20
/** What was done to a supplier last. */
export function SupplierActivity({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(api.searchActivityLog.query({ body: { dropshipper_id: id } }))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  return (
    <Stack gap="sm">
      <ul className="entries">
        {data.logs.slice(0, shownOfLog).map((row) => (
          <li key={row.activity_id}>
            <div className="entry-head">
              <span>
                <b>{row.action_by}</b>{' '}
                <span className="faint">
                  <Ago tm={row.tm} />
                </span>
              </span>
            </div>
            <p>
              {row.entity === 'feed_run' && row.entity_id ? (
                <Link to={links.feedRun(Number(row.entity_id))} className="link">
                  {row.message}
                </Link>
              ) : (
                row.message
              )}
              {row.reason && <span className="quiet"> Because: {row.reason}</span>}
            </p>
          </li>
        ))}
      </ul>
      {data.logs.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been done to this supplier yet.
        </Text>
      )}
      <Link to={links.supplier(id, 'log')} className="link">
        The whole activity log
      </Link>
    </Stack>
  )
}
