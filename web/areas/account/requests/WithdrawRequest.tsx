import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'

/** Takes back a request that isn’t answered yet. */
export function WithdrawRequest({ kind }: { kind: 'plan' | 'close' }) {
  const { act, busy } = useAct({
    run: () => api.withdrawAccountRequest({ body: { kind } }),
    doneText: 'Request withdrawn',
  })
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={Boolean(readOnly)}
      title={readOnly}
      onClick={() => act()}
    >
      Withdraw request
    </Button>
  )
}
