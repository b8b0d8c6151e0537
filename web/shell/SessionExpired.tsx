import { Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { links } from '../links.ts'
import { router } from '../routes.tsx'
import { forgetSession, signedInAgain } from './session.ts'

/** The session ended: only signing in closes this modal (docs/domain/errors.md, Refusals). */
export default function SessionExpired() {
  const [isOtherPerson, setIsOtherPerson] = useState(false)
  useEffect(() => {
    // they return from the tab in which they signed in
    const look = () => void signedInAgain().then((person) => setIsOtherPerson(person === 'another'))
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const next = location.pathname + location.search
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
        <Text>Please sign in again. We’ll bring you back here.</Text>
        <Button
          data-autofocus
          onClick={() => {
            forgetSession()
            // unsaved changes would ask before leaving, although nothing can be saved any more
            void router.navigate({ href: links.login(next), ignoreBlocker: true })
          }}
        >
          Sign in
        </Button>
        <Text size="sm">
          Unsaved changes? Sign in using another tab, then come back. They’ll still be here.
        </Text>
        <Button component="a" variant="default" href={links.login(next)} target="_blank">
          {' '}
          Sign in using another tab
        </Button>
        {isOtherPerson && (
          <Text size="sm" role="alert">
            A different account is signed in now. Reload this page.
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
