import { Stack } from '@mantine/core'
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { useEffect, useState, type ReactNode } from 'react'
import { HttpError } from '../../api.ts'
import { Conflict, conflictOf, type Labels, type Sides } from './Conflict.tsx'
import { formErrorsText } from '../act/form-errors.ts'
import { focusFirstFault } from '../act/focus.ts'
import { notify, withdraw } from '../act/notify.tsx'
import type { Draft } from './drafts.ts'
import { partsChanged, rebase } from './rebase.ts'
import { SaveBar } from './SaveBar.tsx'
import { useAct } from '../act/useAct.ts'
import { Restored, useDraft } from './useDraft.tsx'

interface VersionedRecord {
  version: number
}
interface RecordFormOptions<Saved extends VersionedRecord, Values> {
  /** The record as read. */
  latest: Saved
  toValues: (saved: Saved) => Values
  validate?: (values: Values, opened: Saved) => FormErrors
  /** @param original the record as it is now, under the opened version @param base the record as opened */
  save: (values: Values, opened: Saved, over: Saved) => Promise<Saved>
  /** Reads the record again, in case somebody else has saved it. */
  reload: () => Promise<Saved>
  doneText: string | ((saved: Saved) => string)
  /** The message that fields have errors: customers get another text than staff. */
  faulty?: string
  /** A refusal's fields by the form's names. */
  toErrors?: (fields: Record<string, string>, values: Values) => Record<string, string>
  /** The fields' names for people, if their own aren't clear. */
  labels?: Labels | ((sides: Sides<Values>) => Labels)
  /** A value in words, if it would be codes and numbers. */
  words?: (path: readonly string[], value: unknown, sides: Sides<Values>) => string | undefined
}

export interface RecordForm<Saved, Values> {
  form: UseFormReturnType<Values>
  /** The record as opened: others' saves change nothing while one edits. */
  original: Saved
  parts: FormParts<Values>
}
interface FormParts<Values> {
  changes: number
  /** Its changes are those of before a reload. */
  isRestored: boolean
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
 * A record's form: errors on their fields, a bar with the number of changes, and a merge if somebody else has
 * saved it (docs/domain/writes.md, Two people, one record).
 */
export function useRecordForm<Saved extends VersionedRecord, Values extends object>(
  options: RecordFormOptions<Saved, Values>,
) {
  const {
    toValues,
    validate,
    toErrors = (fields) => fields,
    labels = {},
    words,
    faulty = formErrorsText(),
  } = options
  const [original, setOriginal] = useState(options.latest)
  const [conflicting, setConflicting] = useState<{ latest: Saved; error: HttpError } | null>(null)
  const initial = toValues(original)
  const form = useForm<Values>({
    initialValues: initial,
    ...(validate && { validate: (values: Values) => validate(values, original) }),
  } as Parameters<typeof useForm<Values>>[0])
  const open = (record: Saved) => {
    setOriginal(record)
    setConflicting(null)
    form.setInitialValues(toValues(record))
    form.setValues(toValues(record))
    form.clearErrors()
  }
  const { act, busy } = useAct({
    run: async ({ values, base }: { values: Values; base: Saved }) => {
      try {
        // one's own save in another tab is no conflict, and fields not touched here must not undo it; the version
        // stays the opened one, which reveals others' saves
        const now = await options.reload()
        const newest = { ...now, version: base.version }
        return await options.save(rebase(toValues(base), values, toValues(now)), newest, base)
      } catch (error) {
        if (error instanceof HttpError) form.setErrors(toErrors(error.fields, values))
        const conflict = conflictOf(error)
        if (conflict) setConflicting({ latest: await options.reload(), error: conflict })
        throw error
      }
    },
    after: open,
    doneText: options.doneText,
    handlesError: (error) => conflictOf(error) !== undefined,
  })
  useFaultToast(form.errors, faulty)
  const submit = form.onSubmit(
    (values) => act({ values, base: original }),
    () => {
      notify('error', faulty)
      focusFirstFault()
    },
  )
  const changes = partsChanged(initial, form.values, initial).length
  const isRestored = useRecordDraft(form, initial, changes > 0 && !busy)
  const sides = conflicting && { opened: initial, typed: form.values, saved: toValues(conflicting.latest) }
  const parts: FormParts<Values> = {
    changes,
    isRestored,
    busy,
    submit: () => submit(),
    discard: () => form.reset(),
    conflict: conflicting &&
      sides && {
        error: conflicting.error,
        values: sides,
        labels: typeof labels === 'function' ? labels(sides) : labels,
        words: (path, value) => words?.(path, value, sides),
        save: (result) => {
          open(conflicting.latest)
          form.setValues(result)
          act({ values: result, base: conflicting.latest })
        },
        discard: () => open(conflicting.latest),
        close: () => setConflicting(null),
      },
  }
  return { form, original, parts }
}

/** Withdraws the toast once the errors that it lists are gone. */
function useFaultToast(errors: FormErrors, faulty: string): void {
  const isFaulty = Object.keys(errors).length > 0
  useEffect(() => {
    if (!isFaulty) withdraw('error', faulty)
  }, [isFaulty, faulty])
}

function useRecordDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  initial: Values,
  isUnsaved: boolean,
): boolean {
  // forms of one page have different fields
  const key = Object.keys(initial).toSorted().join()
  return useDraft<Draft<Values>>(key, isUnsaved, {
    read: () => ({ base: initial, values: form.values }),
    // a value that somebody else saved meanwhile stays, unless it was changed here, too
    restore: ({ base, values }) => form.setValues(rebase(base, values, initial)),
  })
}

export function RecordForm<Values>({
  parts,
  act,
  subject,
  quiet,
  readOnly = false,
  children,
}: {
  parts: FormParts<Values>
  /** What Save does, if it does something else. */
  act?: string | undefined
  /** What is changed, if the screen has another form, too. */
  subject?: string | undefined
  /** The screen has another main act, so Save doesn't stand out. */
  quiet?: boolean | undefined
  /** It can only be read; the screen says why. */
  readOnly?: boolean
  children: ReactNode
}) {
  const { changes, isRestored, busy, submit, discard, conflict } = parts
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
        {isRestored && <Restored />}
        {readOnly ? (
          <fieldset disabled className="closed-form">
            {children}
          </fieldset>
        ) : (
          children
        )}
        <SaveBar
          act={act}
          changes={changes}
          saving={busy}
          save={submit}
          discard={discard}
          subject={subject}
          quiet={quiet}
        />
      </Stack>
    </form>
  )
}
