import { Button, Group, Input, Skeleton, Text, Typography } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx'))

/**
 * A long text as it reads, with an editor. The HTML comes from the server, which removes everything
 * executable.
 */
export function RichText({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (html: string) => void
  error?: React.ReactNode
}) {
  const [editing, setEditing] = useState(false)
  return (
    <div role="group" aria-label={label}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setEditing(!editing)}
          aria-label={editing ? `Finish editing ${label}` : `Edit ${label}`}
        >
          {editing ? 'Done' : 'Edit'}
        </Button>
      </Group>
      {editing ? (
        <Suspense fallback={<Skeleton height={140} />}>
          <RichTextEditor label={label} value={value} onChange={onChange} />
        </Suspense>
      ) : (
        <div className="rich-text">
          <Html html={value} />
        </div>
      )}
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </div>
  )
}

const Html = ({ html }: { html: string }) =>
  html ? <Typography dangerouslySetInnerHTML={{ __html: html }} /> : <Text c="dimmed">—</Text>
