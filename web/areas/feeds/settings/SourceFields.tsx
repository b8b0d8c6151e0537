import { PasswordInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode, RefObject } from 'react'
import type { Feed } from '#contract/feeds/feeds.ts'
import { isHidden, splitKeys } from '#contract/feeds/address-keys.ts'
import { passwordForgotten, sourceKinds } from '#contract/feeds/settings.ts'
import { KeyOrPassword } from '../../../ui/form/KeyOrPassword.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { fileSize, Moment } from '../../../ui/values.tsx'
import { FeedUpload, type UploadedFile } from './FeedUpload.tsx'
import { loginMoved, sourceLabels, toSource, type FormFile, type SourceValues } from './source-form.ts'

/** Where the file comes from. */
export function SourceFields({
  feed,
  values: v,
  input,
  fault,
  choose,
  onUpload,
  label,
}: {
  /** The saved feed; without an id it is new, and nothing can be uploaded yet. */
  feed: Pick<Feed, 'dropshipper_id' | 'source' | 'source_secret_set' | 'upload'> & { feed_id: number | null }
  values: SourceValues
  input: (field: keyof SourceValues) => ReturnType<UseFormReturnType<SourceValues>['getInputProps']>
  /** The fault of the file itself. */
  fault: ReactNode
  choose: RefObject<(() => void) | null>
  onUpload: (file: UploadedFile) => void
  /** The name of the file, if there are several. */
  label?: string
}) {
  const forgottenNotice =
    feed.source_secret_set && !v.secret ? passwordForgotten(feed.source, toSource(v)) : undefined
  const savedNotice = feed.source_secret_set && !forgottenNotice ? 'Saved. Type to replace it' : ''
  const remote = v.kind === 'ftp' || v.kind === 'ftps' || v.kind === 'sftp'
  const signsIn = remote || v.kind === 'http'
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Select
          label="Source"
          data={sourceKinds.map((value) => ({ value, label: sourceLabels[value] }))}
          allowDeselect={false}
          {...input('kind')}
        />
        {v.kind === 'storage' && (
          <TextInput
            label="File name"
            description="In the storage location’s suppliers folder"
            required
            {...input('key')}
          />
        )}
        {v.kind === 'http' && (
          <TextInput
            label="Address"
            placeholder="https://…"
            description={keysNotice(v.url)}
            required
            {...input('url')}
            onBlur={(e) => {
              input('url').onBlur?.(e)
              for (const [field, value] of Object.entries(loginMoved(v.url)))
                input(field as keyof SourceValues).onChange(value)
            }}
          />
        )}
        {remote && <TextInput label="Host" required {...input('host')} />}
        {remote && (
          <NumberField label="Port" placeholder={v.kind === 'sftp' ? '22' : '21'} {...input('port')} />
        )}
        {remote && <TextInput label="Path" required {...input('path')} />}
        {signsIn && <TextInput label="Username" {...input('user')} />}
        {v.kind === 'sftp' && (
          <TextInput label="Host key" placeholder="Any, or SHA256:…" {...input('hostKey')} />
        )}
        {signsIn && (
          <KeyOrPassword
            takesKeys={v.kind === 'sftp'}
            value={v.secret}
            onChange={input('secret').onChange as (value: string) => void}
            error={input('secret').error as ReactNode}
            placeholder={savedNotice}
            description={forgottenNotice}
            password={
              <PasswordInput
                label="Password"
                placeholder={savedNotice}
                description={forgottenNotice}
                autoComplete="new-password"
                {...input('secret')}
                visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              />
            }
          />
        )}
      </SimpleGrid>
      {forgottenNotice && !signsIn && (
        <Text size="sm" mt="sm">
          {forgottenNotice}.
        </Text>
      )}
      {v.kind === 'upload' && feed.feed_id === null && (
        <Text size="sm" mt="sm">
          You can upload its file after you add it.
        </Text>
      )}
      {v.kind === 'upload' && feed.feed_id !== null && (
        <>
          <FileNow file={v.file[0]} before={feed.upload} />
          {fault && (
            <Text c="red" size="sm" role="alert">
              {fault}
            </Text>
          )}
          <FeedUpload
            feedId={feed.feed_id}
            dropshipperId={feed.dropshipper_id}
            choose={choose}
            onUpload={onUpload}
            label={label}
          />
        </>
      )}
    </>
  )
}

/** What becomes of secrets that are typed into an address. */
function keysNotice(url: string): string | undefined {
  const names = splitKeys(url)
    .keys.filter((key) => !isHidden(key))
    .map(({ name }) => name)
  return names.length > 0
    ? `The value of ${names.join(' and ')} is saved encrypted and hidden from then on.`
    : undefined
}

function FileNow({ file, before }: { file: FormFile | undefined; before: Feed['upload'] }) {
  if (!file)
    return (
      <Text size="sm" mt="sm">
        No file uploaded yet.
      </Text>
    )
  if (file.tm)
    return (
      <Text size="sm" mt="sm">
        {' '}
        Current: <b>{file.name}</b>, uploaded <Moment tm={file.tm} />
      </Text>
    )
  return (
    <Text size="sm" mt="sm" role="status">
      <b>{file.name}</b> ({fileSize(file.bytes)}) uploaded, not saved yet.{' '}
      {before ? (
        <>
          Until you save, the feed uses <b>{before.name}</b>.
        </>
      ) : (
        'Save to use it for this feed.'
      )}
    </Text>
  )
}
