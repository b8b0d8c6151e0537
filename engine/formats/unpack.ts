import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, Transform, type Readable } from 'node:stream'
import { crc32, createGunzip } from 'node:zlib'
import yauzl from 'yauzl'
import { chooseFile, type ArchiveChoice } from './archive-file.ts'
import { FeedFailure, unpackLimits, type UnpackLimits } from '../failure.ts'

export type Packing = 'plain' | 'gzip' | 'zip'

/** How a file is packed, by its first bytes. */
export async function packingOf(path: string): Promise<Packing> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return packingBy(buffer)
  } finally {
    await file.close()
  }
}

function packingBy(beginning: Buffer): Packing {
  if (beginning.length >= 2 && beginning.readUInt16LE(0) === 0x8b1f) return 'gzip'
  return beginning.length >= 4 && beginning.readUInt32LE(0) === 0x04034b50 ? 'zip' : 'plain'
}

/** Receives a function that returns how many of the packed file's bytes have been read. */
export type OnOpen = (bytesRead: () => number) => void

/** The feed's own bytes, of a zip one file's; the reader of XLSX, also a zip, opens it itself. */
export async function unpack(
  path: string,
  bounds: UnpackLimits = unpackLimits,
  onOpen?: OnOpen,
  choice: ArchiveChoice = {},
): Promise<Readable> {
  const packedBytes = (await stat(path)).size
  const bytes = () => {
    const file = createReadStream(path, { highWaterMark: chunkBytes })
    onOpen?.(() => file.bytesRead)
    return file
  }
  switch (await packingOf(path)) {
    case 'plain':
      return bytes()
    case 'gzip':
      return unpackGzip(bytes(), packedBytes, bounds)
    case 'zip':
      return unpackZip(path, packedBytes, bounds, choice)
  }
}

async function unpackZip(
  path: string,
  packedBytes: number,
  bounds: UnpackLimits,
  choice: ArchiveChoice,
): Promise<Readable> {
  const zip = await openZip(path)
  try {
    const entry = chooseEntry(await listZip(zip), choice)
    const source = await zipEntry(zip, entry)
    if (!/\.gz$/i.test(entry.fileName)) {
      const guard = new Guard(packedBytes, bounds, entry.fileName)
      source.once('error', (error) => guard.broken(error, ''))
      source.pipe(guard)
      guard.once('close', () => {
        source.destroy()
        zip.close()
      })
      return guard
    }
    return unpackGzip(source, packedBytes, bounds).once('close', () => zip.close())
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Texts of larger pieces are large objects of the heap, which cost the worker 50 MB. */
const chunkBytes = 1 << 16

/** The files in a zip archive, without folders and a Mac's own metadata. */
const filesIn = (entries: readonly yauzl.Entry[]) =>
  entries.filter((e) => !e.fileName.endsWith('/') && !e.fileName.startsWith('__MACOSX/'))

export async function namesInZip(path: string): Promise<string[]> {
  const zip = await openZip(path)
  try {
    return filesIn(await listZip(zip)).map((entry) => entry.fileName)
  } finally {
    zip.close()
  }
}

/** The name of the zip's file that is the feed. */
export async function nameInZip(path: string, choice: ArchiveChoice): Promise<string> {
  const zip = await openZip(path)
  try {
    return chooseEntry(await listZip(zip), choice).fileName
  } finally {
    zip.close()
  }
}

const chooseEntry = (entries: readonly yauzl.Entry[], choice: ArchiveChoice): yauzl.Entry =>
  chooseFile(
    filesIn(entries).map((entry) => ({ name: entry.fileName, bytes: entry.uncompressedSize, entry })),
    choice,
  ).entry

/** Passes bytes through until there are too many for the packed size. */
class Guard extends Transform {
  readonly #packed: number
  readonly #bounds: UnpackLimits
  readonly #name: string | undefined
  #bytes = 0
  #beginning = Buffer.alloc(0)

  constructor(packedBytes: number, bounds: UnpackLimits, name?: string) {
    super()
    this.#packed = packedBytes
    this.#bounds = bounds
    this.#name = name
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    callback: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    const { bytes, ratio, ratioFrom } = this.#bounds
    if (this.#bytes < 4) this.#beginning = Buffer.concat([this.#beginning, chunk.subarray(0, 4)])
    this.#bytes += chunk.length
    if (packingBy(this.#beginning) !== 'plain')
      callback(
        new FeedFailure(
          'nested_archive',
          this.#name && /\.xlsx$/i.test(this.#name)
            ? `The archive contains an Excel workbook, “${this.#name.slice(0, 100)}”. Use the workbook itself`
            : 'The archive contains another archive. Only one level is unpacked',
        ),
      )
    else if (this.#bytes > bytes)
      callback(new FeedFailure('too_large', `The unpacked file is larger than ${bytes} bytes`))
    else if (this.#bytes > ratioFrom && this.#bytes > this.#packed * ratio)
      callback(
        new FeedFailure(
          'bomb',
          `The ${this.#packed}-byte archive unpacks to more than ${ratio} times its size`,
        ),
      )
    else callback(null, chunk)
  }

  /** @param place the position in the archive, if known */
  broken(error: NodeJS.ErrnoException, place: string): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    const message = `The archive is damaged${place}: ${error.message}`
    this.destroy(error instanceof FeedFailure ? error : new FeedFailure('broken_archive', message))
  }
}

/** Passes an entry's bytes through, and fails at the end if their checksum is wrong. */
class Checksum extends Transform {
  readonly #entry: yauzl.Entry
  #sum = 0

  constructor(entry: yauzl.Entry) {
    super()
    this.#entry = entry
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    callback: (error: null, chunk: Buffer) => void,
  ): void {
    this.#sum = crc32(chunk, this.#sum)
    callback(null, chunk)
  }

  override _flush(callback: (error?: Error) => void): void {
    const { crc32: expectedCrc, fileName } = this.#entry
    if (this.#sum === expectedCrc) callback()
    else callback(new FeedFailure('broken_archive', `${fileName} is damaged: its checksum doesn't match`))
  }
}

function unpackGzip(source: Readable, packedBytes: number, bounds: UnpackLimits): Readable {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  const guard = new Guard(packedBytes, bounds)
  source.once('error', (error) => guard.broken(error, ''))
  gunzip.once('error', (error: NodeJS.ErrnoException) => {
    const from = gunzip.bytesWritten
    const cut = error.code === 'Z_BUF_ERROR'
    const upto = Math.min(packedBytes, from + chunkBytes)
    guard.broken(
      error,
      cut ? `: it ends early, after byte ${packedBytes}` : ` between bytes ${from} and ${upto}`,
    )
  })
  gunzip.pipe(guard)
  pipeline(source, gunzip, () => {})
  guard.once('close', () => source.destroy())
  return guard
}

export const openZip = (path: string) =>
  new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error
        ? reject(new FeedFailure('broken_archive', `Couldn't open the zip archive: ${error.message}`))
        : resolve(zip),
    ),
  )

export const listZip = (zip: yauzl.ZipFile) =>
  new Promise<yauzl.Entry[]>((resolve, reject) => {
    const entries: yauzl.Entry[] = []
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry)
      if (entries.length > 5000)
        reject(new FeedFailure('broken_archive', 'The zip archive has more than 5,000 files'))
      else zip.readEntry()
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error: Error) =>
      reject(new FeedFailure('broken_archive', `The zip archive is damaged: ${error.message}`)),
    )
    zip.readEntry()
  })

export const zipEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error
        ? reject(new FeedFailure('broken_archive', `Couldn't unpack ${entry.fileName}: ${error.message}`))
        : resolve(pipeline(stream, new Checksum(entry), () => {})),
    ),
  )
