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

/** A list whose rows are dragged, or moved with the keyboard, into their order. */
export function SortableList<T extends Id>({
  ids,
  move,
  width,
  children,
}: {
  ids: readonly T[]
  /** Told the new order. */
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
      onDragEnd={({ active, over }) =>
        over &&
        active.id !== over.id &&
        move(arrayMove([...ids], ids.indexOf(active.id as T), ids.indexOf(over.id as T)))
      }
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <Stack gap={0} component="ol" p={0} m={0} maw={width} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      </SortableContext>
    </DndContext>
  )
}

/** One of its rows, with the grip that moves it; what is open of it stands below. */
export function SortableRow({
  id,
  name,
  below,
  children,
}: {
  id: Id
  name: string
  below?: ReactNode
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
          style={{ cursor: 'grab', touchAction: 'none' }}
          {...attributes}
          {...listeners}
          aria-label={`Move ${name}`}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
        {children}
      </div>
      {below}
    </li>
  )
}
