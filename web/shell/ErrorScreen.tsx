import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { messages } from '#contract/messages.ts'
import { HttpError } from '../api.ts'
import { reportError } from './errors.tsx'

/** A screen that crashed: what to do, and the error's id if the server gave one. */
export function ErrorScreen({ error: cause }: { error: unknown }) {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  useEffect(() => {
    if (!(cause instanceof HttpError)) reportError(cause, 'a screen failed to render')
  }, [cause])
  return (
    <Center mih="60vh" p="lg">
      <Stack maw={560} align="flex-start">
        <Title order={1}>This page couldn’t be shown</Title>
        <Text>{error instanceof HttpError ? error.message : messages.somethingWrong}</Text>
        {error instanceof HttpError && error.id && <Text c="dimmed">Error ID {error.id}</Text>}
        <Button onClick={() => location.reload()}>Try again</Button>
      </Stack>
    </Center>
  )
}

export const Pending = () => (
  <Center mih="40vh">
    <Loader role="status" aria-label="Loading" />
  </Center>
)
