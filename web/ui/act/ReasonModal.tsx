import { Text, Textarea } from '@mantine/core'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { ActModal } from './ActModal.tsx'

type ReasonModalProps<Answer> = Omit<ComponentProps<typeof ActModal<Answer>>, 'run'> & {
  initial?: string
  minimum?: number
  /** Fields below the reason. */
  extraFields?: ReactNode
  run: (reason: string) => Promise<Answer>
}

/** Confirms an act and asks for its reason. */
export function ReasonModal<Answer>({
  initial = '',
  minimum = 3,
  extraFields,
  missing,
  isChanged,
  children,
  run,
  ...modal
}: ReasonModalProps<Answer>) {
  const [reason, setReason] = useState(initial)
  return (
    <ActModal
      {...modal}
      missing={
        missing ??
        (reason.trim().length >= minimum ? undefined : `Enter a reason of at least ${minimum} characters`)
      }
      isChanged={isChanged || reason !== initial}
      run={() => run(reason.trim())}
    >
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      <Textarea
        label="Reason"
        description="Saved in the activity log. Ctrl Enter to submit."
        required
        autosize
        minRows={2}
        data-autofocus
        // typing replaces a proposed reason
        onFocus={(e) => initial !== '' && reason === initial && e.currentTarget.select()}
        value={reason}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
      {extraFields}
    </ActModal>
  )
}
