import { Button, FileButton, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { logoLimitBytes } from '#contract/logo.ts'
import { messages } from '#contract/messages.ts'
import { refresh } from '../../api.ts'
import { notify } from '../act/notify.tsx'
import { upload } from '../form/upload.ts'

/** A record's logo, with a button that replaces it. */
export function Logo({
  src,
  recordName,
  to,
}: {
  src: string | null
  recordName: string
  /** The upload's address. */ to: string
}) {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const send = async (file: File | null) => {
    if (!file) return
    if (file.size > logoLimitBytes)
      return notify('error', messages.logoFailed('the image is larger than 0.1 MB'))
    setBusy(true)
    try {
      await upload({ url: to, field: 'logo', file, progress: () => {}, signal: new AbortController().signal })
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
      {src && <img className="logo" src={src} alt={`Logo of ${recordName}`} />}
      <FileButton
        accept="image/png,image/jpeg,image/webp,image/gif"
        inputProps={{ 'aria-label': 'Logo file' }}
        onChange={(f) => void send(f)}
      >
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={busy}>
            {src ? 'Change logo' : 'Upload logo'}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        PNG, JPEG, WebP or GIF, up to 0.1 MB.
      </Text>
    </Group>
  )
}
