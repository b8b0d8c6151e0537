import { feedSettings, type Feed } from '#contract/feeds/feeds.ts'
import type { FeedFormat, FeedMapping, FeedRules, FeedSource } from '#contract/feeds/settings.ts'

/** The file that the feed takes, or, without a moment, one that was uploaded and isn't saved yet. */
export interface FormFile {
  id: string
  name: string
  bytes: number
  tm?: string
}

/** The flat shape that the form edits; the wire's source is one of several. */
export interface Values {
  kind: FeedSource['kind']
  /** At most one, as a list: of two people's files one is chosen whole. */
  file: readonly FormFile[]
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

export const toValues = (f: Feed): Values => {
  const s = f.source
  return {
    kind: s.kind,
    file: f.upload ? [f.upload] : [],
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

export const toSource = (v: Values): FeedSource =>
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

/** The uploaded file that only Save makes the feed's. */
export function newFile(v: Values): { id: string; name: string } | undefined {
  const [file] = v.file
  return v.kind === 'upload' && file && !file.tm ? { id: file.id, name: file.name } : undefined
}

export const toBody = (v: Values) => {
  const file = newFile(v)
  return {
    source: toSource(v),
    format: v.format,
    mapping: v.mapping,
    rules: v.rules,
    one_time_threshold_percent: v.oneTime === '' ? null : v.oneTime,
    ...(v.secret && { source_secret: v.secret }),
    ...(file && { new_file: file }),
  }
}

/** The wire's names of fields as this form's. */
export const toErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path
        .replace(/^source\./, '')
        .replace(/^new_file.*/, 'file')
        .replace(/^host_key_sha256$/, 'hostKey')
        .replace(/^one_time_threshold_percent/, 'oneTime')
        .replace(/^mapping\..*/, 'mapping'),
      message,
    ]),
  )

export const validate = (values: Values): Record<string, string> =>
  toErrors(
    Object.fromEntries(
      (feedSettings.safeParse(toBody(values)).error?.issues ?? []).map((i) => [i.path.join('.'), i.message]),
    ),
  )
