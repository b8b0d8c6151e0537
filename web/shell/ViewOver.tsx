import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { api } from '../api.ts'
import { links } from '../links.ts'
import { useAct } from '../ui/act/useAct.ts'
import { pathname } from '../viewing.ts'
import type { ViewOver as Over } from './session.ts'

/**
 * The view of a customer's account ended: nothing of it is shown any more, and only a click makes this tab
 * staff's again.
 */
export default function ViewOver({ ending: { message, view } }: { ending: Over }) {
  const viewAgain = useAct({
    run: (vendor_id: number) => api.beginCustomerView({ params: { vendor_id } }),
    after: ({ customer_view_id }) => location.assign(links.customerView(customer_view_id, pathname())),
  })
  return (
    <Modal
      opened
      onClose={() => {}}
      title={view ? `You’re no longer viewing ${view.company}` : 'You’re not viewing an account'}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
    >
      <Stack>
        <Text>{message}</Text>
        <Group justify="flex-end">
          <Button
            component="a"
            variant="default"
            href={view ? links.vendor(view.vendor_id) : links.vendorSearch()}
            data-autofocus
          >
            {view ? 'Back to vendor' : 'Back to Feedstock'}
          </Button>
          {view && (
            <Button loading={viewAgain.busy} onClick={() => viewAgain.act(view.vendor_id)}>
              View again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
