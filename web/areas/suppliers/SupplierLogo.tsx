import { Button, FileButton, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '#web/api.ts'
import { useState } from 'react'
import { logoLimitBytes } from '#contract/suppliers/logo.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../api.ts'
import { notify } from '../../ui/notify.tsx'
import { upload } from '../../ui/upload.ts'
import type { Supplier } from './supplier.ts'

export function SupplierLogo({ supplier }: { supplier: Supplier }) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const send = async (file: File | null) => {
    if (!file) return
    if (file.size > logoLimitBytes)
      return notify('error', messages.logoFailed('the image is larger than 0.1 MB'))
    setBusy(true)
    try {
      await upload(
        api.uploadSupplierLogo.url({ params: { id: supplier.dropshipper_id } }),
        'logo',
        file,
        () => {},
        new AbortController().signal,
      )
      notify('success', messages.logoChanged)
      await refresh(client)
    } catch (error) {
      const text = (error as Error).message
      notify('error', text.startsWith('Error uploading logo') ? text : messages.logoProblem)
    } finally {
      setBusy(false)
    }
    return undefined
  }
  return (
    <Group>
      {supplier.dropshipper_logo && (
        <img className="logo" src={supplier.dropshipper_logo} alt={`Logo of ${supplier.supplier_name}`} />
      )}
      <FileButton
        accept="image/png,image/jpeg,image/webp,image/gif"
        inputProps={{ 'aria-label': 'Logo file' }}
        onChange={(f) => void send(f)}
      >
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={busy}>
            {supplier.dropshipper_logo ? 'Change the logo' : 'Upload a logo'}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        One PNG, JPEG, WebP or GIF of at most 0.1 MB.
      </Text>
    </Group>
  )
}
