import '@mantine/dropzone/styles.layer.css'
import '../feeds.css'
import { Button, Group, Progress, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { uploadLimitBytes } from '#contract/feeds/feeds.ts'
import { messages } from '#contract/messages.ts'
import { api } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { upload } from '../../../ui/form/upload.ts'

export interface UploadedFile {
  id: string
  name: string
  bytes: number
}

/** Uploads a feed file; the feed uses it once the form is saved. */
export function FeedUpload({
  feedId,
  dropshipperId,
  choose,
  onUpload,
  label = 'Feed file',
}: {
  feedId: number
  dropshipperId: number
  /** Opens the file chooser, for other buttons. */
  choose: RefObject<(() => void) | null>
  onUpload: (file: UploadedFile) => void
  label?: string | undefined
}) {
  const [share, setShare] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  const send = async (file: File | undefined) => {
    if (!file) return
    abort.current = new AbortController()
    setShare(0)
    try {
      const uploadedFile = await upload<UploadedFile>({
        url: api.uploadFeedFile.url({
          params: { id: dropshipperId, fileKey: feedId },
          query: { draft: 'true' },
        }),
        field: 'feedFile',
        file,
        progress: setShare,
        signal: abort.current.signal,
      })
      onUpload(uploadedFile)
    } catch (error) {
      const text = (error as Error).message
      notify('error', text.startsWith('Error uploading') ? text : messages.uploadFailed(text))
    } finally {
      setShare(null)
    }
  }
  return (
    <Dropzone
      mt="md"
      p="sm"
      multiple={false}
      maxSize={uploadLimitBytes}
      loading={false}
      openRef={choose}
      disabled={share !== null}
      onDrop={([file]) => void send(file)}
      onReject={() => notify('error', messages.uploadFailed('choose one file up to 256 MB'))}
      inputProps={{ 'aria-label': label }}
      aria-label={label === 'Feed file' ? 'Upload feed file' : `Upload: ${label}`}
    >
      {share === null ? (
        <Group gap="sm" justify="center">
          <IconUpload size={18} />
          <Text size="sm">Drop a feed file here or click to choose one, up to 256 MB</Text>
        </Group>
      ) : (
        <Group>
          <Progress value={share * 100} flex={1} aria-label="Upload" />
          <Button
            size="compact-xs"
            variant="default"
            className="stop-upload"
            onClick={(e) => {
              e.stopPropagation()
              abort.current?.abort()
            }}
          >
            Cancel
          </Button>
        </Group>
      )}
    </Dropzone>
  )
}
