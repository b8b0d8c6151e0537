import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, Transform, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import yauzl from 'yauzl'
import { FeedFailure, limits } from './failure.ts'

export type Packing = 'plain' | 'gzip' | 'zip'

/** What a file is packed in, by its first bytes. */
export async function packingOf(path: string): Promise<Packing> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead >= 2 && buffer[0] === 0x1f && buffer[1] === 0x8b) return 'gzip'
    return bytesRead === 4 && buffer.readUInt32LE(0) === 0x04034b50 ? 'zip' : 'plain'
  } finally {
    await file.close()
  }
}

/** The feed's own bytes. A zip must hold one file. XLSX is a zip too: its reader opens it itself. */
export async function unpack(path: string): Promise<Readable> {
  const packed = (await stat(path)).size
  switch (await packingOf(path)) {
    case 'plain':
      return createReadStream(path, { highWaterMark: 1 << 18 })
    case 'gzip':
      return guarded(createReadStream(path, { highWaterMark: 1 << 18 }), createGunzip({ chunkSize: 1 << 18 }), packed)
    case 'zip': {
      const zip = await openZip(path)
      const entries = (await listZip(zip)).filter((e) => !e.fileName.endsWith('/') && !e.fileName.startsWith('__MACOSX/'))
      const [entry] = entries
      if (!entry) throw new FeedFailure('empty_archive', 'The zip archive holds no file')
      if (entries.length > 1) throw new FeedFailure('many_files', `The zip archive holds ${entries.length} files; a feed is one file`)
      return guarded(await zipEntry(zip, entry), null, packed)
    }
  }
}

function guarded(source: Readable, through: Transform | null, packed: number): Readable {
  let bytes = 0
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limits.unpackedBytes) done(new FeedFailure('too_large', `The unpacked file is larger than ${limits.unpackedBytes} bytes`))
      else if (bytes > 64 * 1024 * 1024 && bytes > packed * limits.unpackRatio)
        done(new FeedFailure('bomb', `The archive of ${packed} bytes unpacks to more than ${limits.unpackRatio} times its size`))
      else done(null, chunk)
    },
  })
  const ended = (error: NodeJS.ErrnoException | null) => {
    if (!error || error instanceof FeedFailure || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    guard.destroy(new FeedFailure('broken_archive', `The archive is broken after ${bytes} unpacked bytes: ${error.message}`))
  }
  if (!through) {
    source.once('error', ended)
    source.pipe(guard)
    guard.once('close', () => source.destroy())
    return guard
  }
  source.once('error', ended)
  through.once('error', ended)
  through.pipe(guard)
  pipeline(source, through, () => {})
  guard.once('close', () => source.destroy())
  return guard
}

export const openZip = (path: string) =>
  new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(new FeedFailure('broken_archive', `The zip archive can't be opened: ${error.message}`)) : resolve(zip),
    ),
  )

export const listZip = (zip: yauzl.ZipFile) =>
  new Promise<yauzl.Entry[]>((resolve, reject) => {
    const entries: yauzl.Entry[] = []
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry)
      if (entries.length > 5000) reject(new FeedFailure('broken_archive', 'The zip archive lists more than 5000 files'))
      else zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error: Error) => reject(new FeedFailure('broken_archive', `The zip archive is broken: ${error.message}`)))
    zip.readEntry()
  })

export const zipEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(new FeedFailure('broken_archive', `${entry.fileName} can't be unpacked: ${error.message}`)) : resolve(stream),
    ),
  )
