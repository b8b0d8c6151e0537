import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Status } from '../../ui/values.tsx'

/** Whether a product is in its feed and for sale. */
export const ActiveStatus = ({ active }: { active: boolean }) => (
  <Status tone={active ? 'good' : 'off'} icon={active ? IconCircleCheck : IconClock}>
    {active ? 'Active' : 'Inactive'}
  </Status>
)
