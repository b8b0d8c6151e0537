import type { FeedSource } from './settings.ts'

/** The URL class of browsers and servers. */
declare const URL: {
  new (url: string): Record<'protocol' | 'host' | 'hostname' | 'pathname', string>
  canParse(url: string): boolean
}

/** The host that a file is downloaded from; undefined: our own storage. */
export function sourceHost(source: FeedSource): string | undefined {
  if (source.kind === 'upload' || source.kind === 'storage') return undefined
  if (source.kind !== 'http') return source.host.toLowerCase()
  return URL.canParse(source.url) ? new URL(source.url).hostname : undefined
}

/** Where a file is fetched from, in words; an address's query may contain a key, and is left out. */
export function sourceText(source: FeedSource, uploadName: string | null): string {
  if (source.kind === 'upload') return uploadName ? `the uploaded file ${uploadName}` : 'no uploaded file yet'
  if (source.kind === 'storage') return `the storage location, ${source.key}`
  if (source.kind !== 'http') {
    const { kind, host, port, path } = source
    return `${kind}://${host}${port === undefined ? '' : `:${port}`}/${path.replace(/^\//, '')}`
  }
  const { protocol, host, pathname } = new URL(source.url)
  return `${protocol}//${host}${pathname}`
}
