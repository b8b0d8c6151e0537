import { ActionIcon, Button, Checkbox, Group, Popover, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'

export interface Shown {
  key: string
  header: string
  hidden: boolean
  /** It has no room. */
  left: boolean
}

/** Which columns are shown and in which order. */
export function ViewMenu({
  columns,
  show,
  move,
  reset,
  sideways,
  scroll,
}: {
  columns: readonly Shown[]
  show: (key: string, on: boolean) => void
  move: (key: string, by: -1 | 1) => void
  reset: () => void
  /** All of them are there, and scrolled to. */
  sideways: boolean
  scroll: (on: boolean) => void
}) {
  const left = columns.filter((c) => c.left && !c.hidden).length
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconColumns3 size={14} aria-hidden />}
          aria-label={left ? `Columns, ${left} without room` : 'Columns'}
        >
          Columns{left > 0 && ` · ${left} without room`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={260} p="sm">
        {columns.map((c, i) => (
          <Group key={c.key} justify="space-between" wrap="nowrap" gap="sm" mih={28}>
            <Checkbox
              size="xs"
              label={c.header}
              checked={!c.hidden}
              disabled={i === 0}
              onChange={(e) => show(c.key, e.currentTarget.checked)}
            />
            <Group gap={0} wrap="nowrap">
              {c.left && !c.hidden && (
                <Text size="xs" c="dimmed">
                  no room
                </Text>
              )}
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={`${c.header} further left`}
                disabled={i < 2}
                onClick={() => move(c.key, -1)}
              >
                <IconArrowUp size={13} />
              </ActionIcon>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={`${c.header} further right`}
                disabled={i === 0 || i === columns.length - 1}
                onClick={() => move(c.key, 1)}
              >
                <IconArrowDown size={13} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        {(left > 0 || sideways) && (
          <Checkbox
            size="xs"
            my="xs"
            label="All of them, scrolled sideways"
            checked={sideways}
            onChange={(e) => scroll(e.currentTarget.checked)}
          />
        )}
        <Button variant="subtle" color="gray" size="xs" mt="xs" onClick={reset}>
          As it was
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
