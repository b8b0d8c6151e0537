import { Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconSnowflake,
  IconTrash,
} from '@tabler/icons-react'
import { statusInWords } from '#contract/vendors/status.ts'
import { Status } from '../../../ui/values.tsx'

/** A vendor's displayed status with its color and icon. */
export function VendorStatus({ status }: { status: string }) {
  if (status.startsWith('Active')) return <ActiveStatus status={status} />
  if (status === 'Free')
    return (
      <Status tone="off" icon={IconCircleDashed}>
        {status}
      </Status>
    )
  if (status === 'Deleted')
    return (
      <Status tone="bad" icon={IconTrash}>
        {status}
      </Status>
    )
  if (status === 'Canceled')
    return (
      <Status tone="off" icon={IconBan}>
        {status}
      </Status>
    )
  if (status === 'All Frozen')
    return (
      <Status tone="off" icon={IconSnowflake}>
        {status}
      </Status>
    )
  if (status.startsWith('All '))
    return (
      <Status tone="wait" icon={IconClock}>
        {status}
      </Status>
    )
  return (
    <Status tone="bad" icon={IconAlertTriangle}>
      {status}
    </Status>
  )
}

/** With counts, as the specification abbreviates them; in words on hover. */
function ActiveStatus({ status }: { status: string }) {
  const shown = (
    <Status tone="good" icon={IconCircleCheck}>
      {status}
    </Status>
  )
  const words = statusInWords(status)
  if (words === status) return shown
  return (
    <Tooltip label={words}>
      <span>{shown}</span>
    </Tooltip>
  )
}
