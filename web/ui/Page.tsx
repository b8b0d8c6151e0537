import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HttpError } from '../api.ts'
import { useNameScreen } from './screen-name.ts'
import { useSide, type SidePart } from './Side.tsx'

const noParts: readonly SidePart[] = []

/** A screen: one h1 with its count, the main acts at its right, its answer in a sentence, the content. */
export function Page({
  title,
  count,
  status,
  answer,
  acts,
  facts,
  side = noParts,
  children,
}: {
  title: string
  count?: string | undefined
  status?: ReactNode
  answer?: ReactNode
  acts?: ReactNode
  facts?: readonly (readonly [string, ReactNode])[]
  /** What stands beside it, opened by a button of its own. */
  side?: readonly SidePart[]
  children: ReactNode
}) {
  useNameScreen(title)
  const { buttons, panel } = useSide(side)
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
        {(acts || side.length > 0) && (
          <Group gap="xs" className="no-print">
            {buttons}
            {acts}
          </Group>
        )}
      </Group>
      {answer && <p className="why answer">{answer}</p>}
      {facts && <Facts facts={facts} />}
      {panel ? (
        <div className="beside">
          <div>{children}</div>
          {panel}
        </div>
      ) : (
        children
      )}
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

export function Panel({
  title,
  acts,
  id,
  children,
}: {
  title: string
  acts?: ReactNode
  /** What an address or a button may lead to. */
  id?: string
  children: ReactNode
}) {
  return (
    <section className="panel" id={id}>
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
