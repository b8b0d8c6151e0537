import { Alert, Button, Group, Modal, Stack, Text, type MantineSize } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { HttpError, refresh } from '../../api.ts'
import { readOnly } from '../../viewing.ts'
import { toFirstFault } from './focus.ts'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { notify } from './notify.tsx'
import { useAct } from './useAct.ts'

/** What only says that fields have errors. */
const listed: readonly (string | undefined)[] = [messages.formErrorsListed, messages.chargeInvalid]

/**
 * The one modal that does something: the button says the act, is busy while it runs and can't run twice;
 * what goes wrong is said in it, and nothing typed is lost.
 */
export function ActModal<Answer>({
  title,
  act,
  back,
  danger,
  missing: given,
  changed = false,
  size,
  run,
  done,
  undo,
  after,
  fields,
  settled,
  close,
  children,
}: {
  title: string
  act: string
  /** What closes it, where “Cancel” would be taken for an act. */
  back?: string
  danger?: boolean | undefined
  /** What is to be given before the act can be done: the button waits for it, and it is said beside it. */
  missing?: string | undefined
  /** Something was typed: neither Escape, a click beside the modal nor the way back loses it. */
  changed?: boolean
  size?: MantineSize | number
  run: () => Promise<Answer>
  /** What the toast says when it is done. */
  done?: string | ((answer: Answer) => string | undefined)
  /** Takes it back, by a button in that toast. */
  undo?: (answer: Answer) => Promise<unknown>
  after?: (answer: Answer) => unknown
  /** Told which fields a refusal concerns. */
  fields?: (errors: Record<string, string>) => void
  /** What a refusal says that leaves nothing to do here: the modal closes, and a toast says it. */
  settled?: (refusal: HttpError) => string | undefined
  close: () => void
  children?: ReactNode
}) {
  const client = useQueryClient()
  const missing = readOnly ?? given
  const {
    act: begin,
    busy,
    error,
    reset,
  } = useAct({
    run,
    ...(done !== undefined && { done }),
    ...(undo && { undo }),
    after: async (answer: Answer) => {
      close()
      await after?.(answer)
    },
    tells: (refusal) => {
      if (refusal instanceof HttpError) {
        fields?.(refusal.fields)
        // somebody else was first: the screen behind it shows what they did
        if (refusal.status === 409) void refresh(client)
        const over = settled?.(refusal)
        if (over !== undefined) {
          close()
          notify('warning', over)
        }
      }
      toFirstFault('[aria-modal=true] form')
      return true
    },
  })
  const whyNot = useId()
  return (
    <>
      <Modal
        opened
        onClose={() => !busy && close()}
        title={title}
        {...(size !== undefined && { size })}
        closeOnClickOutside={!changed}
        closeOnEscape={!changed}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            e.stopPropagation()
            if (!missing && !busy) begin()
          }}
          // errors that it lists in red go with what is typed, and so does what says that there are some
          onChange={() => listed.includes(error?.message) && reset()}
          onKeyDown={(e) => {
            // Enter alone is a new line in a long text
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) e.currentTarget.requestSubmit()
          }}
        >
          <Stack>
            {children}
            {error && (
              <Alert color="red" role="alert">
                {error.message}
              </Alert>
            )}
            {/* what is missing has room of its own, on a phone below: it comes and goes without moving a button */}
            <Group justify="flex-end" wrap="wrap-reverse" mih={40}>
              {missing && (
                <Text size="sm" c="dimmed" id={whyNot} flex="1 1 8rem" ta="right">
                  {missing}
                </Text>
              )}
              <Group wrap="nowrap">
                <Button variant="default" onClick={close} disabled={busy}>
                  {/* beside an act that cancels something the word would be both the act and its opposite */}
                  {back ?? (act.startsWith('Cancel') ? 'Go back' : 'Cancel')}
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
          </Stack>
        </form>
      </Modal>
      <LeaveGuard changes={changed && !busy ? 1 : 0} />
    </>
  )
}
