import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

/** Takes a row out of a list that is being edited. @param label names the row: “Remove condition 2” */
export const RemoveButton = ({ label, remove }: { label: string; remove: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={remove}>
    <IconX size={15} />
  </ActionIcon>
)
