import { Readable } from 'node:stream'
import type { KnownRow } from '#engine/csv.ts'
import type { Files } from '#server/platform/files.ts'

const wordsARow = 5
/** Beyond this many rows a run keeps no fingerprint: the worker's memory is bounded, whatever the file's size. */
const maxRows = 3_000_000

/**
 * The rows that the last applied run accepted: a hash of each row's text, the hash of what it became, and whether it had warnings.
 * A later file's row with a known text needs neither cutting nor staging, which makes a file of the same rows cheap (docs/decisions/0006).
 */
export class Fingerprint {
  #rows: Int32Array
  #count = 0
  /** Row number + 1 by the text's hash; open addressing. */
  #slots: Int32Array
  #seen: Uint8Array
  /** Two rows of the file are alike, so a row's text no longer tells which product it is. */
  repeated = false

  constructor(capacity = 1024) {
    this.#rows = new Int32Array(capacity * wordsARow)
    this.#slots = new Int32Array(0)
    this.#seen = new Uint8Array(0)
  }

  get size() {
    return this.#count
  }
  get tooLarge() {
    return this.#count > maxRows
  }

  add(textA: number, textB: number, contentA: number, contentB: number, warned: boolean): void {
    if (this.#count > maxRows) return
    let at = this.#count * wordsARow
    if (at === this.#rows.length) {
      const larger = new Int32Array(Math.min(this.#rows.length * 2, (maxRows + 1) * wordsARow))
      larger.set(this.#rows)
      this.#rows = larger
    }
    this.#rows[at++] = textA
    this.#rows[at++] = textB
    this.#rows[at++] = contentA
    this.#rows[at++] = contentB
    this.#rows[at] = warned ? 1 : 0
    this.#count++
  }

  #index(): void {
    let size = 1024
    while (size < this.#count * 2) size *= 2
    this.#slots = new Int32Array(size)
    this.#seen = new Uint8Array(this.#count)
    for (let row = 0; row < this.#count; row++) {
      let slot = (this.#rows[row * wordsARow]! ^ this.#rows[row * wordsARow + 1]!) & (size - 1)
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (size - 1)
      this.#slots[slot] = row + 1
    }
  }

  /** Content hashes of the rows that this file didn't vouch for: changed, gone, or to be read again. */
  *unseen(): Generator<[contentA: number, contentB: number]> {
    for (let row = 0; row < this.#count; row++) if (this.#seen[row] === 0) yield [this.#rows[row * wordsARow + 2]!, this.#rows[row * wordsARow + 3]!]
  }

  /** Vouches for a row whose text was accepted without a warning before; sees each row once. */
  readonly known: KnownRow = (a, b) => {
    const mask = this.#slots.length - 1
    for (let slot = (a ^ b) & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot]! - 1
      if (row < 0) return false
      const at = row * wordsARow
      if (this.#rows[at] !== a || this.#rows[at + 1] !== b) continue
      if (this.#rows[at + 4] === 1) return false
      if (this.#seen[row] === 1) this.repeated = true
      this.#seen[row] = 1
      return true
    }
  }

  /** The rows this file vouched for, as the start of its own fingerprint. */
  carryTo(next: Fingerprint): void {
    for (let row = 0; row < this.#count; row++)
      if (this.#seen[row] === 1) {
        const at = row * wordsARow
        next.add(this.#rows[at]!, this.#rows[at + 1]!, this.#rows[at + 2]!, this.#rows[at + 3]!, false)
      }
  }

  async save(files: Files, key: string): Promise<void> {
    const bytes = Buffer.from(this.#rows.buffer, 0, this.#count * wordsARow * 4)
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 1 << 20) yield bytes.subarray(at, at + (1 << 20))
    }
    await files.put(key, Readable.from(pieces(), { objectMode: false }))
  }

  static async load(files: Files, key: string): Promise<Fingerprint | undefined> {
    const found = await files.stat(key)
    if (!found || found.bytes % (wordsARow * 4) !== 0) return undefined
    const print = new Fingerprint(1)
    const rows = new Int32Array(found.bytes / 4)
    const target = Buffer.from(rows.buffer)
    let at = 0
    for await (const chunk of (await files.open(key)) as AsyncIterable<Buffer>) {
      chunk.copy(target, at)
      at += chunk.length
    }
    if (at !== found.bytes) return undefined
    print.#rows = rows
    print.#count = rows.length / wordsARow
    print.#index()
    return print
  }
}
