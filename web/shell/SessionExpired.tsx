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
        <Text>Please sign in again. You will come back to where you are.</Text>
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
          Have you typed something that isn’t saved? Sign in in another tab, then come back here: it stays.
        </Text>
        <Button component="a" variant="default" href={links.login(next)} target="_blank">
          Sign in in another tab
        </Button>
        {isOtherPerson && (
          <Text size="sm" role="alert">
            Somebody else is signed in now: this page is not theirs.
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
