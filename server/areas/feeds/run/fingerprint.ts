import { Readable } from 'node:stream'
import type { KnownRow } from '#engine/record.ts'
import type { Files } from '#server/platform/files/files.ts'

const wordsARow = 5
/** Rows are kept in pieces of this many, so that growing copies nothing. */
const pieceRows = 65_536
/** A run with more rows than this keeps no fingerprint, which bounds the worker's memory. */
const maxRows = 3_000_000

/** Both halves of a 64-bit hash. */
export type HashPair = [low: number, high: number]

/**
 * The rows that the last applied run accepted: for each a hash of its text, the hash of its content, and
 * whether it had warnings. A later row with a known text needn't be split or staged, which makes a file of the
 * same rows cheap (docs/decisions/0006).
 */
export class Fingerprint {
  readonly #pieces: Int32Array[] = []
  /** The piece that rows are added to. */
  #piece = new Int32Array(0)
  #count = 0
  /** Row number + 1 by the text's hash; open addressing. */
  #slots = new Int32Array(0)
  #seen = new Uint8Array(0)
  /** Two rows of the file are equal, so a row's text no longer identifies a product. */
  repeated = false

  get size() {
    return this.#count
  }
  get tooLarge() {
    return this.#count > maxRows
  }

  add(text: HashPair, content: HashPair, hasWarnings: boolean): void {
    if (this.#count > maxRows) return
    const within = this.#count % pieceRows
    if (within === 0) this.#piece = this.#addPiece()
    let position = within * wordsARow
    this.#piece[position++] = text[0]
    this.#piece[position++] = text[1]
    this.#piece[position++] = content[0]
    this.#piece[position++] = content[1]
    this.#piece[position] = hasWarnings ? 1 : 0
    this.#count++
  }

  #addPiece(): Int32Array<ArrayBuffer> {
    const piece = new Int32Array(pieceRows * wordsARow)
    this.#pieces.push(piece)
    return piece
  }

  #word(row: number, word: number): number {
    return this.#pieces[Math.floor(row / pieceRows)]?.[(row % pieceRows) * wordsARow + word] ?? 0
  }

  #index(): void {
    let size = 1024
    while (size < this.#count * 2) size *= 2
    this.#slots = new Int32Array(size)
    this.#seen = new Uint8Array(this.#count)
    for (let row = 0; row < this.#count; row++) {
      let slot = (this.#word(row, 0) ^ this.#word(row, 1)) & (size - 1)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (size - 1)
      this.#slots[slot] = row + 1
    }
  }

  /** Content hashes of the rows that this file didn't contain: changed, gone, or to be read again. */
  *unseen(): Generator<HashPair> {
    for (let row = 0; row < this.#count; row++)
      if (this.#seen[row] === 0) yield [this.#word(row, 2), this.#word(row, 3)]
  }

  /** Whether a row's text was accepted without a warning before; counts each row once. */
  readonly known: KnownRow = (a, b) => {
    const mask = this.#slots.length - 1
    for (let slot = (a ^ b) & mask; ; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] ?? 0) - 1
      if (row < 0) return false
      if (this.#word(row, 0) !== a || this.#word(row, 1) !== b) continue
      if (this.#word(row, 4) === 1) return false
      if (this.#seen[row] === 1) this.repeated = true
      this.#seen[row] = 1
      return true
    }
  }

  /** Starts the next fingerprint with the rows that this file contained. */
  carryTo(next: Fingerprint): void {
    for (let row = 0; row < this.#count; row++)
      if (this.#seen[row] === 1)
        next.add([this.#word(row, 0), this.#word(row, 1)], [this.#word(row, 2), this.#word(row, 3)], false)
  }

  async save(files: Files, key: string): Promise<void> {
    const pieces = this.#pieces.map((p, i) =>
      Buffer.from(p.buffer, 0, Math.min(pieceRows, this.#count - i * pieceRows) * wordsARow * 4),
    )
    await files.put(key, Readable.from(pieces, { objectMode: false }))
  }

  static async load(files: Files, key: string): Promise<Fingerprint | undefined> {
    const fileStat = await files.stat(key)
    if (!fileStat || fileStat.bytes % (wordsARow * 4) !== 0) return undefined
    const print = new Fingerprint()
    print.#count = fileStat.bytes / (wordsARow * 4)
    const pieceBytes = pieceRows * wordsARow * 4
    for (let row = 0; row < print.#count; row += pieceRows) print.#addPiece()
    let offset = 0
    for await (const chunk of (await files.open(key)) as AsyncIterable<Buffer>) {
      // a chunk may end in the middle of a piece
      for (let from = 0; from < chunk.length;) {
        const piece = print.#pieces[Math.floor(offset / pieceBytes)]
        if (!piece) return undefined
        const copiedBytes = chunk.copy(Buffer.from(piece.buffer), offset % pieceBytes, from)
        from += copiedBytes
        offset += copiedBytes
      }
    }
    if (offset !== fileStat.bytes) return undefined
    print.#index()
    return print
  }
}
