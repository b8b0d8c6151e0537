import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HttpError } from '../api.ts'

/** A screen: one h1 with its count, the main acts at its right, then the content. */
export function Page({
  title,
  count,
  status,
  acts,
  facts,
  children,
}: {
  title: string
  count?: string | undefined
  status?: ReactNode
  acts?: ReactNode
  facts?: readonly (readonly [string, ReactNode])[]
  children: ReactNode
}) {
  return (
    <Stack gap="md" pt={14}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="center" mih={30}>
          <Title order={1}>{title}</Title>
          {count !== undefined && (
            <Text c="dimmed" fz={18} lh="24px">
              {count}
            </Text>
          )}
          {status}
        </Group>
        {acts && (
          <Group gap="xs" className="no-print">
            {acts}
          </Group>
        )}
      </Group>
      {facts && <Facts facts={facts} />}
      {children}
    </Stack>
  )
}

export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export function Panel({ title, acts, children }: { title: string; acts?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel">
      <header>
        <Title order={2}>{title}</Title>
        {acts}
      </header>
      {children}
    </section>
  )
}

/** What failed, a retry, the error's id. */
export function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <Alert color="red" icon={<IconAlertCircle />} title="This could not be loaded" role="alert">
      <Text size="sm">
        {error.message}
        {error instanceof HttpError && error.id ? ` (error id ${error.id})` : ''}
      </Text>
      {retry && (
        <Button size="xs" mt="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

/** Why it is empty, and the next step. */
export const Empty = ({ children, act }: { children: ReactNode; act?: ReactNode }) => (
  <Stack className="empty" align="flex-start" gap="xs">
    <div>{children}</div>
    {act}
  </Stack>
)
