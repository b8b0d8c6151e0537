import { Radio, Stack } from '@mantine/core'
import { cancelReasonOrder, cancelReasons, type CancelReason } from '#contract/account/my-subscriptions.ts'

/** Why a customer cancels a supplier or leaves. */
export const CancelReasonField = ({
  label,
  value,
  set,
}: {
  label: string
  value: CancelReason | null
  set: (reason: CancelReason) => void
}) => (
  <Radio.Group
    label={label}
    required
    value={value === null ? null : String(value)}
    onChange={(chosen) => set(Number(chosen) as CancelReason)}
  >
    <Stack gap={4} mt={4}>
      {cancelReasonOrder.map((id) => (
        <Radio key={id} value={String(id)} label={cancelReasons[id]} />
      ))}
    </Stack>
  </Radio.Group>
)
