import { Button, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { mostFurtherFiles } from '#contract/feeds/further-files.ts'
import type { Feed } from '#contract/feeds/feeds.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import type { Values } from './feed-form.ts'
import { FurtherFile } from './FurtherFile.tsx'
import { inOrder, moveFile, removeFile, withNew } from './further-form.ts'

/** Files that are joined to the main one by SKU, such as one with stock. */
export function FurtherFiles({
  feed,
  form,
  fault,
}: {
  feed: Feed
  form: UseFormReturnType<Values>
  fault: ReactNode
}) {
  const { further: files } = form.values
  const [open, setOpen] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  // only the joined files show whether there is a price
  const rules = useMemo(() => ({ ...form.values.rules, blank_price: 'accept' as const }), [form.values.rules])
  const set = (now: Values['further']) => form.setFieldValue('further', now)
  const list = inOrder(files)
  const add = () => {
    const key = `new-${crypto.randomUUID()}`
    set(withNew(files, key))
    setOpen(key)
  }
  const nameOf = (key: string) => files[key]?.name || 'the new file'
  return (
    <Panel
      title="Additional files"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} />}
          disabled={list.length >= mostFurtherFiles}
          onClick={add}
        >
          Add file
        </Button>
      }
    >
      {fault}
      <Text size="sm" c="dimmed">
        {list.length === 0
          ? 'Is stock in a separate file? Add it here. Rows are joined by SKU.'
          : 'Rows are joined by SKU. Nonblank values replace the main file’s; later files win.'}
      </Text>
      {list.map(([key, file], i) => (
        <FurtherFile
          key={key}
          fileKey={key}
          file={file}
          feed={feed}
          form={form}
          rules={rules}
          open={open === key}
          toggle={() => setOpen(open === key ? null : key)}
          moveUp={i > 0 ? () => set(moveFile(files, key, -1)) : undefined}
          moveDown={i < list.length - 1 ? () => set(moveFile(files, key, 1)) : undefined}
          remove={() => setRemoving(key)}
        />
      ))}
      {removing !== null && (
        <ActModal
          title={`Remove ${nameOf(removing)}?`}
          act="Remove file"
          danger
          run={() => Promise.resolve(set(removeFile(files, removing)))}
          close={() => setRemoving(null)}
        >
          <Text size="sm">
            After you save, runs no longer read this file. Fields found only in this file become blank on the
            next run. Its settings and password are removed.
          </Text>
        </ActModal>
      )}
    </Panel>
  )
}
