import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { ActionIcon, Stack } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Id = string | number

/** A list whose rows are reordered by dragging or with the keyboard. */
export function SortableList<T extends Id>({
  ids,
  move,
  width,
  children,
}: {
  ids: readonly T[]
  /** Receives the new order. */
  move: (ids: T[]) => void
  width?: number
  children: ReactNode
}) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over: target }) =>
        target &&
        active.id !== target.id &&
        move(arrayMove([...ids], ids.indexOf(active.id as T), ids.indexOf(target.id as T)))
      }
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <Stack gap={0} component="ol" p={0} m={0} maw={width} className="no-markers">
          {children}
        </Stack>
      </SortableContext>
    </DndContext>
  )
}

/** A row with the grip that moves it, and its details below when open. */
export function SortableRow({
  id,
  name,
  details,
  children,
}: {
  id: Id
  name: string
  details?: ReactNode
  children: ReactNode
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'dragging' : undefined}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <div className="drag-row">
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          className="drag-grip"
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
        {children}
      </div>
      {details}
    </li>
  )
}
