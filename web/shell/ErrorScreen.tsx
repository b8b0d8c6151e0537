import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { messages } from '#contract/messages.ts'
import { HttpError } from '../api.ts'
import { reportError } from './errors.tsx'

/** A screen that broke: what to do, and the error's id where the server gave one. */
export function ErrorScreen({ error: thrown }: { error: unknown }) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  useEffect(() => {
    if (!(thrown instanceof HttpError)) reportError(thrown, 'a screen broke')
  }, [thrown])
  return (
    <Center mih="60vh" p="lg">
      <Stack maw={560} align="flex-start">
        <Title order={1}>This screen could not be shown</Title>
        <Text>{error instanceof HttpError ? error.message : messages.somethingWrong}</Text>
        {error instanceof HttpError && error.id && <Text c="dimmed">Error id {error.id}</Text>}
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
