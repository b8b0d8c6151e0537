import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { createContext, useContext, type ReactNode } from 'react'
import { HttpError } from '../../api.ts'
import { Rule } from '../Rule.tsx'
import { useNameScreen, type Step } from './screen-name.ts'
import { useSide, type SidePart } from './Side.tsx'

const noParts: readonly SidePart[] = []

/** A screen: an h1 with its count, the main acts at its right, its answer in a sentence, the content. */
export function Page(props: {
  title: string
  count?: string | undefined
  status?: ReactNode
  /** Given as undefined, it isn't known yet, and its line is kept free. */
  answer?: ReactNode
  actions?: ReactNode
  facts?: readonly (readonly [string, ReactNode])[]
  /** What is shown beside it, opened by a button of its own. */
  side?: readonly SidePart[]
  /** How many lines it takes at 1440 px, if more than one: their room is kept. */
  answerLines?: 2
  /** Who else has it open, before the acts. */
  viewers?: ReactNode
  /** Its tabs go across, and the side panel is beside what they show. */
  isTabbed?: boolean
  /** The way to it, if that isn't its entry of the navigation. */
  trail?: readonly Step[]
  children: ReactNode
}) {
  const { title, count, status, actions, facts, side = noParts, isTabbed, viewers, trail, children } = props
  const { answerLines } = props
  const answer = 'answer' in props && props.answer === undefined ? lineToCome : props.answer
  useNameScreen(title, trail)
  const { buttons, panel } = useSide(side)
  return (
    <Stack gap="md" pt={14}>
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* beside the acts as long as both fit, however long the answer is */}
        <Box flex="1 1 20rem">
          <Group gap="sm" align="center" mih={30}>
            <Title order={1}>{title}</Title>
            {count !== undefined && (
              <Text c="dimmed" fz={18} lh="24px">
                {count}
              </Text>
            )}
            {status}
          </Group>
          {answer && (
            <p className="why answer" data-lines={answerLines}>
              {answer}
            </p>
          )}
        </Box>
        {(actions || side.length > 0) && (
          <Group gap="xs" className="no-print">
            {viewers}
            {buttons}
            {actions && (
              <Group gap="xs" className="page-acts">
                {actions}
              </Group>
            )}
          </Group>
        )}
      </Group>
      {facts && <Facts facts={facts} />}
      <SidePanel value={panel}>{isTabbed ? children : <WithSide>{children}</WithSide>}</SidePanel>
    </Stack>
  )
}

const lineToCome = <span aria-hidden>&nbsp;</span>

const SidePanel = createContext<ReactNode>(null)

/** The open side panel beside this. */
export function WithSide({ children }: { children: ReactNode }) {
  const panel = useContext(SidePanel)
  if (!panel) return children
  return (
    <div className="beside">
      <div>{children}</div>
      {panel}
    </div>
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
  actions,
  id,
  children,
}: {
  title: string
  actions?: ReactNode
  /** The target of links and buttons. */
  id?: string
  children: ReactNode
}) {
  return (
    <section className="panel" id={id}>
      <header>
        <Title order={2}>{title}</Title>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** What failed, a retry, the error's id. */
export function LoadError({ error, retry }: { error: Error; retry?: () => void }) {
  const id = error instanceof HttpError ? error.id : undefined
  return (
    <div className="failed" role="alert">
      <span aria-hidden>
        <Rule value={1.3} limit={1} scale={1.5} tone="bad" label="" width={160} />
      </span>
      <Title order={2}>Couldn’t load this section</Title>
      <p>{error.message}</p>
      {retry && (
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {id && (
        <p className="faint">
          Error ID <span className="mono">{id}</span>
        </p>
      )}
    </div>
  )
}

/** Why it is empty, and the next step. */
export const Empty = ({ children, act }: { children: ReactNode; act?: ReactNode }) => (
  <Stack className="empty" align="flex-start" gap="xs">
    <div>{children}</div>
    {act}
  </Stack>
)
