import { ActionIcon, Button, Checkbox, Group, Popover, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'

export interface ColumnState {
  key: string
  header: string
  isHidden: boolean
  /** It doesn't fit. */
  hasNoRoom: boolean
}

/** Which columns are shown, and their order. */
export function ViewMenu({
  columns,
  show,
  move,
  reset,
  sideways,
  scroll,
}: {
  columns: readonly ColumnState[]
  show: (key: string, on: boolean) => void
  move: (key: string, by: -1 | 1) => void
  reset: () => void
  /** All of them are shown, and the table scrolls. */
  sideways: boolean
  scroll: (on: boolean) => void
}) {
  const noRoomCount = columns.filter((c) => c.hasNoRoom && !c.isHidden).length
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<IconColumns3 size={14} aria-hidden />}
          aria-label={noRoomCount ? `Columns, ${noRoomCount} hidden` : 'Columns'}
        >
          Columns{noRoomCount > 0 && ` · ${noRoomCount} hidden`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={260} p="sm">
        {columns.map((c, i) => (
          <Group key={c.key} justify="space-between" wrap="nowrap" gap="sm" mih={28}>
            <Checkbox
              size="xs"
              label={c.header}
              checked={!c.isHidden}
              disabled={i === 0}
              onChange={(e) => show(c.key, e.currentTarget.checked)}
            />
            <Group gap={0} wrap="nowrap">
              {c.hasNoRoom && !c.isHidden && (
                <Text size="xs" c="dimmed">
                  doesn’t fit
                </Text>
              )}
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={`Move ${c.header} left`}
                disabled={i < 2}
                onClick={() => move(c.key, -1)}
              >
                <IconArrowUp size={13} />
              </ActionIcon>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={`Move ${c.header} right`}
                disabled={i === 0 || i === columns.length - 1}
                onClick={() => move(c.key, 1)}
              >
                <IconArrowDown size={13} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        {(noRoomCount > 0 || sideways) && (
          <Checkbox
            size="xs"
            my="xs"
            label="Show all columns and scroll sideways"
            checked={sideways}
            onChange={(e) => scroll(e.currentTarget.checked)}
          />
        )}
        <Button variant="subtle" color="gray" size="xs" mt="xs" onClick={reset}>
          {' '}
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
