import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { S3Client } from '@aws-sdk/client-s3'
import { databaseNow } from '../clock.ts'
import { partOf } from './file-keys.ts'
import { temporaryPath } from './temporary-files.ts'

/**
 * The storage location: a folder, or S3-compatible storage if STORAGE_URL is set. Keys are paths with `/`.
 */
export interface Files {
  put(key: string, body: Readable): Promise<void>
  /** The same for a finished file of this machine, which nothing changes any more. */
  putFile(key: string, path: string): Promise<void>
  /**
   * Throws ENOENT if there is no such file.
   * @param part the first and last byte, both included
   */
  open(key: string, part?: { from: number; to: number }): Promise<Readable>
  stat(key: string): Promise<{ bytes: number; modified: string; etag: string } | undefined>
  remove(key: string): Promise<void>
  /** Every file below a folder, in no particular order. */
  list(folder: string): AsyncIterable<{ key: string; modified: string }>
}

export function openFiles(url: string | undefined, dataDir: string): Files {
  if (!url) return new Folder(join(dataDir, 'files'))
  const u = new URL(url)
  return u.protocol === 'file:' ? new Folder(fileURLToPath(u)) : new Bucket(u)
}

/** Larger pieces than usual: a file of 180 MB is copied in half the time. */
const chunkBytes = 1 << 18

class Folder implements Files {
  readonly #root: string
  constructor(root: string) {
    this.#root = resolve(root)
  }
  #path(key: string): string {
    const path = resolve(this.#root, key)
    if (!path.startsWith(this.#root + sep)) throw new Error(`The key ${key} is outside the storage folder`)
    return path
  }
  put(key: string, body: Readable) {
    return this.#write(key, (temporary) => pipeline(body, createWriteStream(temporary)))
  }
  putFile(key: string, file: string) {
    // a second name costs nothing, but not every two folders are on one disk
    return this.#write(key, (temporary) => link(file, temporary).catch(() => copyFile(file, temporary)))
  }
  async #write(key: string, write: (temporary: string) => Promise<void>) {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true })
    const temporary = partOf(path, randomUUID())
    try {
      await write(temporary)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  async open(key: string, part?: { from: number; to: number }) {
    await stat(this.#path(key))
    const range = part && { start: part.from, end: part.to }
    return createReadStream(this.#path(key), { highWaterMark: chunkBytes, ...range })
  }
  async stat(key: string) {
    const s = await stat(this.#path(key)).catch(() => undefined)
    return s?.isFile()
      ? { bytes: s.size, modified: s.mtime.toISOString(), etag: `${s.size}-${s.mtimeMs}` }
      : undefined
  }
  async remove(key: string) {
    await rm(this.#path(key), { force: true })
  }
  async *list(folder: string) {
    const entries = await opendir(this.#path(folder), { recursive: true }).catch(() => [])
    for await (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      // a folder, or removed meanwhile
      const stats = await stat(path).catch(() => undefined)
      if (stats?.isFile())
        yield { key: relative(this.#root, path).split(sep).join('/'), modified: stats.mtime.toISOString() }
    }
  }
}

/**
 * `s3://KEY:SECRET@bucket/prefix?endpoint=http://host:port&region=us-east-1`; without a key, the machine's
 * own credentials.
 */
class Bucket implements Files {
  readonly #bucket: string
  readonly #prefix: string
  readonly #url: URL
  #client: Promise<{ s3: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | undefined
  constructor(url: URL) {
    this.#url = url
    this.#bucket = url.hostname
    this.#prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  }
  /** The client is large, so it is loaded on first use. */
  #open() {
    return (this.#client ??= import('@aws-sdk/client-s3').then((sdk) => {
      const endpoint = this.#url.searchParams.get('endpoint')
      return {
        sdk,
        s3: new sdk.S3Client({
          region: this.#url.searchParams.get('region') ?? 'us-east-1',
          // compatible stores often don't support checksum trailers
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
          ...(endpoint && { endpoint, forcePathStyle: true }),
          ...(this.#url.username && {
            credentials: {
              accessKeyId: decodeURIComponent(this.#url.username),
              secretAccessKey: decodeURIComponent(this.#url.password),
            },
          }),
        }),
      }
    }))
  }
  #key(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix ? `${this.#prefix}/${key}` : key }
  }
  async put(key: string, body: Readable) {
    // S3 needs the length first, so a stream of unknown length is buffered on disk
    const path = temporaryPath('copy')
    try {
      await pipeline(body, createWriteStream(path))
      await this.putFile(key, path)
    } finally {
      await rm(path, { force: true })
    }
  }
  async putFile(key: string, path: string) {
    const { s3, sdk } = await this.#open()
    const Body = createReadStream(path)
    const ContentLength = (await stat(path)).size
    await s3.send(new sdk.PutObjectCommand({ ...this.#key(key), Body, ContentLength }))
  }
  async open(key: string, part?: { from: number; to: number }) {
    const { s3, sdk } = await this.#open()
    const range = part && { Range: `bytes=${part.from}-${part.to}` }
    try {
      return (await s3.send(new sdk.GetObjectCommand({ ...this.#key(key), ...range }))).Body as Readable
    } catch (error) {
      if (error instanceof sdk.NoSuchKey)
        throw Object.assign(new Error(`File ${key} not found in the storage location`), { code: 'ENOENT' })
      throw error
    }
  }
  async stat(key: string) {
    const { s3, sdk } = await this.#open()
    try {
      const head = await s3.send(new sdk.HeadObjectCommand(this.#key(key)))
      return {
        bytes: head.ContentLength ?? 0,
        modified: (head.LastModified ?? new Date(0)).toISOString(),
        etag: head.ETag ?? '',
      }
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404)
        return undefined
      throw error
    }
  }
  async remove(key: string) {
    const { s3, sdk } = await this.#open()
    await s3.send(new sdk.DeleteObjectCommand(this.#key(key)))
  }
  async *list(folder: string) {
    const { s3, sdk } = await this.#open()
    const { Bucket, Key } = this.#key(`${folder}/`)
    let after: string | undefined
    do {
      const page = await s3.send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix: Key, ContinuationToken: after }),
      )
      for (const { Key: key = '', LastModified } of page.Contents ?? [])
        yield {
          key: key.slice(Key.length - folder.length - 1),
          modified: (LastModified ?? new Date(databaseNow())).toISOString(),
        }
      after = page.NextContinuationToken
    } while (after)
  }
}
