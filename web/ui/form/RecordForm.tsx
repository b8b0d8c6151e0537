import { Stack } from '@mantine/core'
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useEffect, useState, type ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { HttpError } from '../../api.ts'
import { Conflict, conflictOf, type Labels, type Sides } from './Conflict.tsx'
import { toFirstFault } from '../act/focus.ts'
import { notify, withdraw } from '../act/notify.tsx'
import { partsChanged, rebased } from './rebased.ts'
import { SaveBar } from './SaveBar.tsx'
import { useAct } from '../act/useAct.ts'

interface Versioned {
  version: number
}
interface Given<Saved extends Versioned, Values> {
  /** The record as it was read. */
  latest: Saved
  toValues: (saved: Saved) => Values
  validate?: (values: Values, opened: Saved) => FormErrors
  /** @param over the record as it was opened, `opened` what it is by now */
  save: (values: Values, opened: Saved, over: Saved) => Promise<Saved>
  /** The record as it is now, when another has saved it meanwhile. */
  reload: () => Promise<Saved>
  done: string | ((saved: Saved) => string)
  /** What says that fields have errors: customers read another text than staff. */
  faulty?: string
  /** A refusal's fields by the names that the form has for them. */
  toErrors?: (fields: Record<string, string>, values: Values) => Record<string, string>
  /** What a person calls the fields, where their names don't say it. */
  labels?: Labels | ((sides: Sides<Values>) => Labels)
  /** A value in words, where it would be codes and numbers. */
  words?: (path: readonly string[], value: unknown, sides: Sides<Values>) => string | undefined
}

export interface RecordForm<Saved, Values> {
  form: UseFormReturnType<Values>
  /** The record as it was opened: others' saves change nothing under one's hands. */
  opened: Saved
  parts: FormParts<Values>
}
interface FormParts<Values> {
  changes: number
  busy: boolean
  submit: () => void
  discard: () => void
  conflict: {
    error: HttpError
    values: Sides<Values>
    labels: Labels
    words: (path: readonly string[], value: unknown) => string | undefined
    save: (merged: Values) => void
    discard: () => void
    close: () => void
  } | null
}

/**
 * A record's form: its errors on their fields, a bar with the number of changes, and a merge where somebody
 * else has saved it (docs/domain.md, Two people, one record).
 */
export function useRecordForm<Saved extends Versioned, Values extends object>(given: Given<Saved, Values>) {
  const {
    toValues,
    toErrors = (fields) => fields,
    labels = {},
    words,
    faulty = messages.formErrorsListed,
  } = given
  const [opened, setOpened] = useState(given.latest)
  const [other, setOther] = useState<{ saved: Saved; error: HttpError } | null>(null)
  const initial = toValues(opened)
  const form = useForm<Values>({
    initialValues: initial,
    ...(given.validate && { validate: (values: Values) => given.validate!(values, opened) }),
  } as Parameters<typeof useForm<Values>>[0])
  const open = (saved: Saved) => {
    setOpened(saved)
    setOther(null)
    form.setInitialValues(toValues(saved))
    form.setValues(toValues(saved))
    form.clearErrors()
  }
  const { act, busy } = useAct({
    run: async ({ values, over }: { values: Values; over: Saved }) => {
      try {
        // what one has saved oneself in another tab is no conflict, and must not be undone by what was not
        // touched here; the version stays that of what was opened, which tells others' saves
        const now = await given.reload()
        const theirs = { ...now, version: over.version }
        return await given.save(rebased(toValues(over), values, toValues(now)), theirs, over)
      } catch (error) {
        if (error instanceof HttpError) form.setErrors(toErrors(error.fields, values))
        const conflict = conflictOf(error)
        if (conflict) setOther({ saved: await given.reload(), error: conflict })
        throw error
      }
    },
    after: open,
    done: given.done,
    tells: (error) => conflictOf(error) !== undefined,
  })
  const isFaulty = Object.keys(form.errors).length > 0
  useEffect(() => {
    // it lists errors that aren't there any more
    if (!isFaulty) withdraw('error', faulty)
  }, [isFaulty, faulty])
  const submit = form.onSubmit(
    (values) => act({ values, over: opened }),
    () => {
      notify('error', faulty)
      toFirstFault()
    },
  )
  const sides = other && { opened: initial, typed: form.values, saved: toValues(other.saved) }
  const parts: FormParts<Values> = {
    changes: partsChanged(initial, form.values, initial).length,
    busy,
    submit: () => submit(),
    discard: () => form.reset(),
    conflict: other &&
      sides && {
        error: other.error,
        values: sides,
        labels: typeof labels === 'function' ? labels(sides) : labels,
        words: (path, value) => words?.(path, value, sides),
        save: (merged) => {
          open(other.saved)
          form.setValues(merged)
          act({ values: merged, over: other.saved })
        },
        discard: () => open(other.saved),
        close: () => setOther(null),
      },
  }
  return { form, opened, parts }
}

export function RecordForm<Values>({
  of,
  named,
  quiet,
  closed = false,
  children,
}: {
  of: FormParts<Values>
  /** What is changed, where the screen has another form, too. */
  named?: string | undefined
  /** The screen has another main act: Save isn't the one that stands out. */
  quiet?: boolean | undefined
  /** It is only read; the screen says why. */
  closed?: boolean
  children: ReactNode
}) {
  const { changes, busy, submit, discard, conflict } = of
  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        submit()
      }}
    >
      {conflict && <Conflict {...conflict} />}
      <Stack>
        {closed ? (
          <fieldset disabled className="closed-form">
            {children}
          </fieldset>
        ) : (
          children
        )}
        <SaveBar
          changes={changes}
          saving={busy}
          save={submit}
          discard={discard}
          named={named}
          quiet={quiet}
        />
      </Stack>
    </form>
  )
}
