import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActModal } from './ActModal.tsx'

/** A modal in place of one whose record is still loading, or can't be loaded. */
export const WaitingModal = ({
  title,
  act,
  missing = 'Loading…',
  close,
  children = <Skeleton height={100} />,
}: {
  title: string
  act: string
  missing?: string
  close: () => void
  children?: ReactNode
}) => (
  <ActModal title={title} act={act} missing={missing} run={() => Promise.resolve()} close={close}>
    {children}
  </ActModal>
)
