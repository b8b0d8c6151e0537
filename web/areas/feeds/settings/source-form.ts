import type { Feed } from '#contract/feeds/feeds.ts'
import type { FeedSource, sourceKinds } from '#contract/feeds/settings.ts'
import { splitLogin } from '../../../ui/form/address-login.ts'

export const sourceLabels: Record<(typeof sourceKinds)[number], string> = {
  upload: 'Uploaded by staff',
  storage: 'Storage location',
  http: 'HTTP(S)',
  ftp: 'FTP',
  ftps: 'FTPS',
  sftp: 'SFTP',
}

/** The source's file, or, without a time, an uploaded one that is not saved yet. */
export interface FormFile {
  id: string
  name: string
  bytes: number
  tm?: string
}

/** A source as a flat form; in the API its shape depends on the kind. */
export interface SourceValues {
  kind: FeedSource['kind']
  /** At most one, as a list: a merge of two people's changes picks one whole file. */
  file: readonly FormFile[]
  key: string
  url: string
  host: string
  port: number | ''
  path: string
  user: string
  hostKey: string
  secret: string
}

export const toSourceValues = ({ source: s, upload }: Pick<Feed, 'source' | 'upload'>): SourceValues => ({
  kind: s.kind,
  file: upload ? [upload] : [],
  key: 'key' in s ? s.key : '',
  url: 'url' in s ? s.url : '',
  host: 'host' in s ? s.host : '',
  port: 'port' in s ? (s.port ?? '') : '',
  path: 'path' in s ? s.path : '',
  user: 'user' in s ? s.user : '',
  hostKey: s.kind === 'sftp' ? (s.host_key_sha256 ?? '') : '',
  secret: '',
})

export function toSource(v: SourceValues): FeedSource {
  if (v.kind === 'upload') return { kind: 'upload' }
  if (v.kind === 'storage') return { kind: 'storage', key: v.key }
  if (v.kind === 'http') return { kind: 'http', url: v.url, user: v.user }
  return toRemote(v.kind, v)
}
function toRemote(kind: 'ftp' | 'ftps' | 'sftp', v: SourceValues): FeedSource {
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

/** The uploaded file that becomes the source's on save. */
export function newFile(v: SourceValues): { id: string; name: string } | undefined {
  const [file] = v.file
  return v.kind === 'upload' && file && !file.tm ? { id: file.id, name: file.name } : undefined
}

/** The part of a save's body. */
export function toSourceBody(v: SourceValues) {
  const file = newFile(v)
  return {
    source: toSource(v),
    ...(v.secret && { source_secret: v.secret }),
    ...(file && { new_file: file }),
  }
}

/**
 * What an address with a login, `https://user:password@host/`, leaves in each field: the login has fields of its
 * own, and the password is saved encrypted. Nothing for other addresses.
 */
export function loginMoved(url: string): Partial<Pick<SourceValues, 'url' | 'user' | 'secret'>> {
  const split = splitLogin(url)
  if (!split) return {}
  const { address, user, password } = split
  return { url: address, ...(user && { user }), ...(password && { secret: password }) }
}

/** The API's name of a source field as the form's. */
export const sourceField = (path: string) =>
  path
    .replace(/^source\./, '')
    .replace(/^new_file.*/, 'file')
    .replace(/^host_key_sha256$/, 'hostKey')
    .replace(/^source_secret$/, 'secret')
    .replace(/^mapping\..*/, 'mapping')
