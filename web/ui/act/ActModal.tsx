import { Alert, Button, Group, Modal, Stack, Text, type MantineSize } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { HttpError, refresh } from '../../api.ts'
import { readOnly } from '../../viewing.ts'
import { focusFirstFault } from './focus.ts'
import { formErrorsText } from './form-errors.ts'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { DialogDraft } from '../form/useDraft.tsx'
import { notify } from './notify.tsx'
import { useAct } from './useAct.ts'

/** Messages that only say that fields have errors. */
const fieldErrorTexts: readonly (string | undefined)[] = [
  messages.formErrors,
  messages.formErrorsListed,
  messages.chargeInvalid,
]

/**
 * The one modal that does something: the button names the act, is busy while it runs and can't run twice;
 * what goes wrong is shown in it, and nothing typed is lost.
 */
export function ActModal<Answer>({
  title,
  act,
  cancelText,
  danger,
  missing: missingText,
  isChanged = false,
  size,
  form,
  faultyText = formErrorsText(),
  run,
  doneText,
  undo,
  after,
  fields,
  closingText,
  close,
  children,
}: {
  title: string
  act: string
  /** What closes it, where “Cancel” would be taken for an act. */
  cancelText?: string
  danger?: boolean | undefined
  /** What is required before the act can be done: the button waits for it, and it is shown beside it. */
  missing?: string | undefined
  /** Something was typed: neither Escape, a click beside the modal nor the way back loses it. */
  isChanged?: boolean
  size?: MantineSize | number
  /** Its fields are checked first: while any of them has an error, nothing runs. */
  form?: { validate: () => { hasErrors: boolean } } | undefined
  /** Shown when they have errors. */
  faultyText?: string
  run: () => Promise<Answer>
  /** What the toast says when it is done. */
  doneText?: string | ((answer: Answer) => string | undefined)
  /** Takes it back, by a button in that toast. */
  undo?: (answer: Answer) => Promise<unknown>
  after?: (answer: Answer) => unknown
  /** Receives the errors of the fields that a refusal names. */
  fields?: (errors: Record<string, string>) => void
  /** The toast for a refusal that leaves nothing to do here: the modal closes. */
  closingText?: (refusal: HttpError) => string | undefined
  close: () => void
  children?: ReactNode
}) {
  const client = useQueryClient()
  const missing = readOnly ?? missingText
  const [isFaulty, setIsFaulty] = useState(false)
  const {
    act: begin,
    busy,
    error,
    reset,
  } = useAct({
    run,
    ...(doneText !== undefined && { doneText }),
    ...(undo && { undo }),
    after: async (answer: Answer) => {
      close()
      await after?.(answer)
    },
    handlesError: (refusal) => {
      if (refusal instanceof HttpError) {
        fields?.(refusal.fields)
        // somebody else was first: the screen behind it shows what they did
        if (refusal.status === 409) void refresh(client)
        const text = closingText?.(refusal)
        if (text !== undefined) {
          close()
          notify('warning', text)
        }
      }
      focusFirstFault('[aria-modal=true] form')
      return true
    },
  })
  const submit = () => {
    if (missing || busy) return
    const { hasErrors } = form?.validate() ?? { hasErrors: false }
    setIsFaulty(hasErrors)
    if (!hasErrors) return begin()
    reset()
    focusFirstFault('[aria-modal=true] form')
  }
  const alert = isFaulty ? faultyText : error?.message
  return (
    <>
      <Modal
        opened
        onClose={() => !busy && close()}
        title={title}
        {...(size !== undefined && { size })}
        closeOnClickOutside={!isChanged}
        closeOnEscape={!isChanged}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            e.stopPropagation()
            submit()
          }}
          // errors listed in red disappear as one types, and so does the message that there are some
          onChange={() => {
            setIsFaulty(false)
            if (fieldErrorTexts.includes(error?.message)) reset()
          }}
          onKeyDown={(e) => {
            // Enter alone is a new line in a long text
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) e.currentTarget.requestSubmit()
          }}
        >
          <DialogDraft title={title} isUnsaved={isChanged && !busy} />
          <Stack>
            {children}
            {alert !== undefined && (
              <Alert color="red" role="alert">
                {alert}
              </Alert>
            )}
            <Buttons
              act={act}
              // beside an act that cancels something the word would be both the act and its opposite
              cancelText={cancelText ?? (act.startsWith('Cancel') ? 'Go back' : 'Cancel')}
              danger={danger}
              missing={missing}
              busy={busy}
              close={close}
            />
          </Stack>
        </form>
      </Modal>
      <LeaveGuard changes={isChanged && !busy ? 1 : 0} />
    </>
  )
}

function Buttons({
  act,
  cancelText,
  danger,
  missing,
  busy,
  close,
}: {
  act: string
  cancelText: string
  danger: boolean | undefined
  missing: string | undefined
  busy: boolean
  close: () => void
}) {
  const whyNot = useId()
  return (
    // what is missing has room of its own, on a phone below: it comes and goes without moving a button
    <Group justify="flex-end" wrap="wrap-reverse" mih={40}>
      {missing && (
        <Text size="sm" c="dimmed" id={whyNot} flex="1 1 8rem" ta="right">
          {missing}
        </Text>
      )}
      <Group wrap="nowrap">
        <Button variant="default" onClick={close} disabled={busy}>
          {cancelText}
        </Button>
        <Button
          type="submit"
          {...(danger && { color: 'red.9' })}
          loading={busy}
          disabled={missing !== undefined}
          aria-describedby={missing && whyNot}
        >
          {act}
        </Button>
      </Group>
    </Group>
  )
}
