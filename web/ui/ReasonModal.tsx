import { Text, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ActModal } from './ActModal.tsx'

/** Confirms an act and takes its reason. */
export function ReasonModal({
  title,
  act,
  danger,
  initial = '',
  minimum = 3,
  children,
  run,
  close,
}: {
  title: string
  act: string
  danger?: boolean
  initial?: string
  minimum?: number
  children?: ReactNode
  run: (reason: string) => Promise<unknown>
  close: () => void
}) {
  const [reason, setReason] = useState(initial)
  return (
    <ActModal
      title={title}
      act={act}
      danger={danger}
      ready={reason.trim().length >= minimum}
      changed={reason !== initial}
      close={close}
      run={() => run(reason.trim())}
    >
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      <Textarea
        label="Reason"
        description="Stands in the activity log"
        required
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(e) => setReason(e.currentTarget.value)}
      />
    </ActModal>
  )
}
