import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'

/** A button that leads to the order manager, signed in; nothing if there is none. */
export function OrderAutomation() {
  const { data } = useQuery(api.getOrderAutomation.query())
  const open = useAct({
    run: () => api.signInToOrders({}),
    after: ({ url }) => {
      if (url) location.assign(url)
    },
  })
  if (!data?.available) return null
  return (
    <Panel title="Order automation">
      <p className="quiet">Sends your orders to your suppliers. You’ll be signed in automatically.</p>
      <Group mt="sm">
        <Button
          variant="default"
          loading={open.busy}
          disabled={Boolean(readOnly)}
          title={readOnly}
          onClick={() => open.act()}
        >
          Open order automation
        </Button>
      </Group>
    </Panel>
  )
}
