import { NumberInput, PasswordInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { RefObject } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import { passwordForgotten, sourceKinds } from '#contract/feeds/settings.ts'
import { fileSize, Moment } from '../../ui/values.tsx'
import { toSource, type FormFile, type Values } from './feed-form.ts'
import { FeedUpload, type Uploaded } from './FeedUpload.tsx'

const sourceLabels: Record<(typeof sourceKinds)[number], string> = {
  upload: 'Uploaded by staff',
  storage: 'Storage location',
  http: 'HTTP(S)',
  ftp: 'FTP',
  ftps: 'FTPS',
  sftp: 'SFTP',
}

/** Where the file comes from. */
export function SourceFields({
  feed,
  form,
  choose,
  uploaded,
}: {
  feed: Feed
  form: UseFormReturnType<Values>
  choose: RefObject<(() => void) | null>
  uploaded: (file: Uploaded) => void
}) {
  const v = form.values
  const forgotten =
    feed.source_secret_set && !v.secret ? passwordForgotten(feed.source, toSource(v)) : undefined
  const remote = v.kind === 'ftp' || v.kind === 'ftps' || v.kind === 'sftp'
  const signsIn = remote || v.kind === 'http'
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Select
          label="Source"
          data={sourceKinds.map((value) => ({ value, label: sourceLabels[value] }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
        {v.kind === 'storage' && (
          <TextInput
            label="File name"
            description="In the storage location’s suppliers folder"
            required
            {...form.getInputProps('key')}
          />
        )}
        {v.kind === 'http' && (
          <TextInput label="Address" placeholder="https://…" required {...form.getInputProps('url')} />
        )}
        {remote && <TextInput label="Host" required {...form.getInputProps('host')} />}
        {remote && (
          <NumberInput
            label="Port"
            placeholder={v.kind === 'sftp' ? '22' : '21'}
            min={1}
            max={65535}
            {...form.getInputProps('port')}
          />
        )}
        {remote && <TextInput label="Path" required {...form.getInputProps('path')} />}
        {signsIn && <TextInput label="User" {...form.getInputProps('user')} />}
        {v.kind === 'sftp' && (
          <TextInput label="Host key" placeholder="SHA256:…; empty: any" {...form.getInputProps('hostKey')} />
        )}
        {signsIn && (
          <PasswordInput
            label="Password"
            placeholder={feed.source_secret_set && !forgotten ? 'One is set; leave empty to keep it' : ''}
            description={forgotten}
            autoComplete="new-password"
            {...form.getInputProps('secret')}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
        )}
      </SimpleGrid>
      {forgotten && !signsIn && (
        <Text size="sm" mt="sm">
          {forgotten}.
        </Text>
      )}
      {v.kind === 'upload' && (
        <>
          <FileNow file={v.file[0]} before={feed.upload} />
          {form.errors.file && (
            <Text c="red" size="sm" role="alert">
              {form.errors.file}
            </Text>
          )}
          <FeedUpload
            feedId={feed.feed_id}
            dropshipperId={feed.dropshipper_id}
            choose={choose}
            uploaded={uploaded}
          />
        </>
      )}
    </>
  )
}

function FileNow({ file, before }: { file: FormFile | undefined; before: Feed['upload'] }) {
  if (!file)
    return (
      <Text size="sm" mt="sm">
        No file has been uploaded yet.
      </Text>
    )
  if (file.tm)
    return (
      <Text size="sm" mt="sm">
        Now: <b>{file.name}</b>, uploaded <Moment tm={file.tm} />
      </Text>
    )
  return (
    <Text size="sm" mt="sm" role="status">
      <b>{file.name}</b> ({fileSize(file.bytes)}) is uploaded and not saved yet.{' '}
      {before ? (
        <>
          Until then the feed reads <b>{before.name}</b>.
        </>
      ) : (
        'Save makes it the feed’s file.'
      )}
    </Text>
  )
}
