import { Button, Modal, Stack, Text } from '@mantine/core'
import { links } from '../links.ts'
import { router } from '../routes.tsx'
import { forgetSession } from './session.ts'

/** The session ended: a modal that only signing in leaves (docs/domain.md, Sessions, errors and alarms). */
export default function SessionExpired() {
  return (
    <Modal
      opened
      onClose={() => {}}
      title="Your session has expired"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
    >
      <Stack>
        <Text>Please sign in again. You will come back to where you are.</Text>
        <Button
          data-autofocus
          onClick={() => {
            const next = location.pathname + location.search
            forgetSession()
            // changes on the page would keep one here, where nothing can be saved any more
            void router.navigate({ href: links.login(next), ignoreBlocker: true })
          }}
        >
          Sign in
        </Button>
      </Stack>
    </Modal>
  )
}
