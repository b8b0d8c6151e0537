import { Text, Textarea } from '@mantine/core'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { ActModal } from './ActModal.tsx'

type Given<Answer> = Omit<ComponentProps<typeof ActModal<Answer>>, 'run'> & {
  initial?: string
  minimum?: number
  /** What may be said beside the reason. */
  beside?: ReactNode
  run: (reason: string) => Promise<Answer>
}

/** Confirms an act and takes its reason. */
export function ReasonModal<Answer>({
  initial = '',
  minimum = 3,
  beside,
  missing,
  changed,
  children,
  run,
  ...modal
}: Given<Answer>) {
  const [reason, setReason] = useState(initial)
  return (
    <ActModal
      {...modal}
      missing={
        missing ??
        (reason.trim().length >= minimum ? undefined : `Give a reason of at least ${minimum} letters`)
      }
      changed={changed || reason !== initial}
      run={() => run(reason.trim())}
    >
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      <Textarea
        label="Reason"
        description="Recorded in the activity log; Ctrl Enter sends it"
        required
        autosize
        minRows={2}
        data-autofocus
        // a reason that is proposed is typed over
        onFocus={(e) => initial !== '' && reason === initial && e.currentTarget.select()}
        value={reason}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
      {beside}
    </ActModal>
  )
}
