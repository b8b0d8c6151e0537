import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A code with a button that copies it. */
export const CopyText = ({
  text,
  label,
  hidesText = false,
}: {
  text: string
  label: string
  hidesText?: boolean
}) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <span className="copy-text">
        {!hidesText && <span className="mono">{text}</span>}
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={copied ? `${label} copied` : `Copy ${label} ${text}`}
          onClick={copy}
        >
          {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
        </ActionIcon>
      </span>
    )}
  </CopyButton>
)
