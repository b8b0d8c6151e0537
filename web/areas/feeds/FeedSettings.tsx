import {
  Button,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Skeleton,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#web/api.ts'
import { useState } from 'react'
import { feedSettings, type Feed } from '#contract/feeds/feeds.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import {
  passwordForgotten,
  sourceKinds,
  type FeedFormat,
  type FeedMapping,
  type FeedRules,
  type FeedSource,
} from '#contract/feeds/settings.ts'
import { api } from '../../api.ts'
import { Failed, Panel } from '../../ui/Page.tsx'
import { same } from '../../ui/rebased.ts'
import { RecordForm, useRecordForm } from '../../ui/RecordForm.tsx'
import { useAct } from '../../ui/useAct.ts'
import { daysSuffix, Moment } from '../../ui/values.tsx'
import { FeedUpload } from './FeedUpload.tsx'
import { adoptable } from './adoptable.ts'
import { FormatFields } from './FormatFields.tsx'
import { MappingEditor } from './MappingEditor.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { choices, ruleLabels } from './rules.ts'

const sourceLabels: Record<(typeof sourceKinds)[number], string> = {
  upload: 'Uploaded by staff',
  storage: 'Storage location',
  http: 'HTTP(S)',
  ftp: 'FTP',
  ftps: 'FTPS',
  sftp: 'SFTP',
}
const percent = { suffix: ' %', min: 0, max: 100 } as const
/** The flat shape that the form edits; the wire's source is one of several. */
interface Values {
  kind: FeedSource['kind']
  key: string
  url: string
  host: string
  port: number | ''
  path: string
  user: string
  hostKey: string
  secret: string
  format: FeedFormat
  mapping: FeedMapping
  rules: FeedRules
  oneTime: number | ''
}
const toValues = (f: Feed): Values => {
  const s = f.source
  return {
    kind: s.kind,
    key: 'key' in s ? s.key : '',
    url: 'url' in s ? s.url : '',
    host: 'host' in s ? s.host : '',
    port: 'port' in s ? (s.port ?? '') : '',
    path: 'path' in s ? s.path : '',
    user: 'user' in s ? s.user : '',
    hostKey: s.kind === 'sftp' ? (s.host_key_sha256 ?? '') : '',
    secret: '',
    format: f.format,
    mapping: f.mapping,
    rules: f.rules,
    oneTime: f.one_time_threshold_percent ?? '',
  }
}
const toSource = (v: Values): FeedSource =>
  v.kind === 'upload'
    ? { kind: 'upload' }
    : v.kind === 'storage'
      ? { kind: 'storage', key: v.key }
      : v.kind === 'http'
        ? { kind: 'http', url: v.url, user: v.user }
        : toRemote(v.kind, v)
function toRemote(kind: 'ftp' | 'ftps' | 'sftp', v: Values): FeedSource {
  const remote = {
    host: v.host,
    path: v.path,
    user: v.user || 'anonymous',
    ...(v.port !== '' && { port: v.port }),
  }
  return kind === 'sftp'
    ? { kind, ...remote, ...(v.hostKey && { host_key_sha256: v.hostKey }) }
    : { kind, ...remote }
}
const toBody = (v: Values) => ({
  source: toSource(v),
  format: v.format,
  mapping: v.mapping,
  rules: v.rules,
  one_time_threshold_percent: v.oneTime === '' ? null : v.oneTime,
})
/** The wire's names of fields as this form's. */
const toErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path
        .replace(/^source\./, '')
        .replace(/^host_key_sha256$/, 'hostKey')
        .replace(/^one_time_threshold_percent/, 'oneTime'),
      message,
    ]),
  )

export function FeedSettings({ feedId, dropshipperId }: { feedId: number; dropshipperId: number }) {
  const { data, error, refetch } = useQuery(api.getFeed.query({ params: { feed_id: feedId } }))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={300} />
  return <FeedForm latest={data} dropshipperId={dropshipperId} />
}

function FeedForm({ latest, dropshipperId }: { latest: Feed; dropshipperId: number }) {
  const params = { feed_id: latest.feed_id }
  const { form, parts, opened } = useRecordForm<Feed, Values>({
    latest,
    toValues,
    validate: (values) =>
      toErrors(
        Object.fromEntries(
          (feedSettings.safeParse(toBody(values)).error?.issues ?? []).map((i) => [
            i.path.join('.'),
            i.message,
          ]),
        ),
      ),
    save: (values, { version }) =>
      api.saveFeed({
        params,
        body: { ...toBody(values), version, ...(values.secret && { source_secret: values.secret }) },
      }),
    reload: () => api.getFeed({ params }),
    done: 'The feed’s settings are saved',
    toErrors,
    labels: { kind: 'Comes by', oneTime: 'For the next applied run only' },
  })
  // an upload is no edit
  const feed = { ...opened, upload: latest.upload }
  const client = useQueryClient()
  const [preview, setPreview] = useState<FeedPreview | null>(null)
  const v = form.values
  const look = useAct({
    run: () =>
      api.previewFeed({
        params,
        body: {
          ...(!same(toValues(opened).format, v.format) && { format: v.format }),
          ...(v.mapping.length > 0 && { mapping: v.mapping }),
          rules: v.rules,
          rows: 20,
        },
      }),
    after: setPreview,
  })
  const forgotten =
    feed.source_secret_set && !v.secret ? passwordForgotten(feed.source, toSource(v)) : undefined
  const remote = v.kind === 'ftp' || v.kind === 'ftps' || v.kind === 'sftp'
  const signsIn = remote || v.kind === 'http'
  return (
    <RecordForm of={parts}>
      <Panel title="Feed source">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          <Select
            label="Comes by"
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
            <TextInput
              label="Host key"
              placeholder="SHA256:…; empty: any"
              {...form.getInputProps('hostKey')}
            />
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
            <Text size="sm" mt="sm">
              {feed.upload ? (
                <>
                  Now: <b>{feed.upload.name}</b>, uploaded <Moment tm={feed.upload.tm} />
                </>
              ) : (
                'No file has been uploaded yet.'
              )}
            </Text>
            <FeedUpload
              feedId={feed.feed_id}
              dropshipperId={dropshipperId}
              uploaded={() => void refresh(client)}
            />
          </>
        )}
      </Panel>
      <Panel title="Format">
        <FormatFields
          format={v.format}
          change={(format) => form.setFieldValue('format', format)}
          errors={form.errors}
        />
      </Panel>
      <Panel
        title={`Mapping, version ${feed.mapping_version}`}
        acts={
          <Button size="xs" variant="default" loading={look.busy} onClick={() => look.act()}>
            Preview the first rows
          </Button>
        }
      >
        <MappingEditor
          mapping={v.mapping}
          change={(mapping) => form.setFieldValue('mapping', mapping)}
          columns={preview?.columns ?? []}
          adopt={preview ? adoptable(preview, v, (values) => form.setValues(values)) : undefined}
        />
        {form.errors.mapping && (
          <Text c="red" size="sm">
            {form.errors.mapping}
          </Text>
        )}
        {preview && <PreviewTable preview={preview} />}
      </Panel>
      <Panel title="Thresholds and rules">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          <NumberInput
            label="Hold when a measure moves by more than"
            {...percent}
            {...form.getInputProps('rules.threshold_percent')}
          />
          <NumberInput label="Warn from" {...percent} {...form.getInputProps('rules.warn_percent')} />
          <NumberInput
            label="For the next applied run only"
            description="Empty: the usual threshold"
            {...percent}
            {...form.getInputProps('oneTime')}
          />
          <NumberInput
            label="Delete what stays away for"
            suffix={daysSuffix(v.rules.gone_retention_days)}
            min={1}
            max={3650}
            {...form.getInputProps('rules.gone_retention_days')}
          />
          {choices.map((name) => (
            <Select
              key={name}
              label={ruleLabels[name].label}
              allowDeselect={false}
              data={Object.entries(ruleLabels[name].options).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps(`rules.${name}`)}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </RecordForm>
  )
}
