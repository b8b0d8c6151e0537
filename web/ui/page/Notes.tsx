import { ActionIcon, Button, Checkbox, Group, Skeleton, Stack, Text, Textarea, Tooltip } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconPencil, IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { ActModal } from '../act/ActModal.tsx'
import { NoteType } from '../form/NoteType.tsx'
import { LoadError } from './Page.tsx'
import { useAct } from '../act/useAct.ts'
import { Ago, count } from '../values.tsx'

export interface Note {
  id: number
  text: string
  pinned: boolean
  author: string
  tm: string
  /** Its text was changed later. */
  isEdited: boolean
  isMine: boolean
  /** One of `types`, if notes have types. */
  type?: string
}
type Words = { text: string; type?: string | undefined }
type NewNote = Words & { pinned: boolean }

interface Props {
  /** The key that a draft is stored under until it is saved. */
  draftKey: string
  notes: readonly Note[] | undefined
  total: number | undefined
  error: Error | null
  retry: () => void
  /** The maximum number of characters. */
  longest: number
  /** They can only be read. */
  readOnly?: boolean
  /** The types to choose from, the default first. */
  types?: readonly string[]
  /** The search in the notes. */
  search?: { text: string; box: ReactNode }
  add: (said: NewNote) => Promise<unknown>
  change: (id: number, words: Words & { replaces: string }) => Promise<unknown>
  pin: (id: number, pinned: boolean) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
  /** Restores a deleted one. */
  restore: (id: number) => Promise<unknown>
}

/** Staff's notes about a record. A draft stays until it is saved or the browser's tab closes. */
export function Notes(props: Props) {
  const { notes, total, error, retry, search, readOnly = false } = props
  const [editing, setEditing] = useState<Note | null>(null)
  const [removing, setRemoving] = useState<Note | null>(null)
  const pin = useAct({ run: (note: Note) => props.pin(note.id, !note.pinned) })
  return (
    <Stack gap="sm">
      {!readOnly && <WriteNote {...props} />}
      {search?.box}
      {error && <LoadError error={error} retry={retry} />}
      {!notes && !error && <Skeleton height={120} />}
      {total === 0 && (
        <Text size="sm" c="dimmed">
          {search?.text ? `No notes match “${search.text}”.` : 'No notes yet.'}
        </Text>
      )}
      <ul className="entries">
        {notes?.map((note) => (
          <li key={note.id}>
            <div className="entry-head">
              <span>
                <b>{note.author}</b>{' '}
                <span className="faint">
                  {note.type && `${note.type}, `}
                  <Ago tm={note.tm} />
                  {note.isEdited && ', edited'}
                </span>
              </span>
              {!readOnly && (
                <span className="entry-acts">
                  <NoteAct
                    label={note.pinned ? 'Unpin note' : 'Pin note'}
                    icon={note.pinned ? IconPinFilled : IconPin}
                    act={() => pin.act(note)}
                  />
                  {note.isMine && (
                    <>
                      <NoteAct label="Edit note" icon={IconPencil} act={() => setEditing(note)} />
                      <NoteAct label="Delete note" icon={IconTrash} act={() => setRemoving(note)} />
                    </>
                  )}
                </span>
              )}
            </div>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
      {notes && total !== undefined && total > notes.length && (
        <Text size="xs" c="dimmed">
          Latest {notes.length} of {count(total)}
        </Text>
      )}
      {editing && <ChangeNote {...props} note={editing} close={() => setEditing(null)} />}
      {removing && (
        <ActModal
          title="Delete note?"
          act="Delete note"
          danger
          run={() => props.remove(removing.id)}
          doneText="Note deleted"
          undo={() => props.restore(removing.id)}
          close={() => setRemoving(null)}
        >
          <Text size="sm">“{removing.text.slice(0, 200)}” The text stays in the activity log.</Text>
        </ActModal>
      )}
    </Stack>
  )
}

function WriteNote({ draftKey, types, longest, add }: Props) {
  const [draft, setDraft] = useSessionStorage({ key: draftKey, defaultValue: '' })
  const [type, setType] = useState(types?.[0])
  const [isPinned, setIsPinned] = useState(false)
  const save = useAct({
    run: () => add({ text: draft, type, pinned: isPinned }),
    after: () => {
      setDraft('')
      setType(types?.[0])
      setIsPinned(false)
    },
    doneText: 'Note saved',
  })
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        if (draft.trim() && !save.busy) save.act()
      }}
    >
      <Textarea
        aria-label="New note"
        data-autofocus
        placeholder="Add a note"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={longest}
        value={draft}
        error={save.fields.note}
        onChange={(e) => setDraft(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) e.currentTarget.form?.requestSubmit()
          // the draft stays, and letters are acts again
          if (e.key === 'Escape') e.currentTarget.blur()
        }}
      />
      <Group justify="space-between" mt={6} gap={6}>
        {types && <NoteType types={types} value={type} set={setType} label="Note type" />}
        <Checkbox
          size="xs"
          label="Pin"
          checked={isPinned}
          onChange={(e) => setIsPinned(e.currentTarget.checked)}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={save.busy}
          disabled={!draft.trim()}
          title={draft.trim() ? undefined : 'Enter a note'}
        >
          Save note
        </Button>
      </Group>
    </form>
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

function ChangeNote({ note, types, longest, change, close }: Props & { note: Note; close: () => void }) {
  const [original] = useState(note)
  const [text, setText] = useState(note.text)
  const [type, setType] = useState(note.type)
  const isSame = text === note.text && type === note.type
  const unchanged = isSame ? 'No changes' : undefined
  const missing = text.trim() === '' ? 'Enter a note' : unchanged
  return (
    <ActModal
      title="Edit note"
      act="Save note"
      missing={missing}
      isChanged={!isSame}
      run={() => change(note.id, { text, replaces: original.text, ...(type !== original.type && { type }) })}
      doneText="Note saved"
      close={close}
    >
      {types && (
        // a type that can't be chosen any more stays until another is chosen
        <NoteType
          types={note.type && !types.includes(note.type) ? [note.type, ...types] : types}
          value={type}
          set={setType}
          label="Note type"
        />
      )}
      <Textarea
        label="Note"
        autosize
        minRows={3}
        maxLength={longest}
        data-autofocus
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
      />
    </ActModal>
  )
}
