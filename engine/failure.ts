/** A feed that can't be read: the run is rejected and this says where and why. */
export class FeedFailure extends Error {
  readonly code: string
  readonly line: number | undefined
  constructor(code: string, message: string, line?: number) {
    super(line === undefined ? message : `${message} (line ${line})`)
    this.code = code
    this.line = line
  }
}

/** Bounds that keep a hostile file from taking the machine (behaviour.md, Feeds: Sources). */
export const limits = {
  unpackedBytes: 8 * 1024 ** 3,
  /** A gzip or zip that grows by more than this is a bomb, not a feed. */
  unpackRatio: 200,
  recordChars: 4 * 1024 * 1024,
  columns: 2000,
  cellChars: 1024 * 1024,
  xmlDepth: 64,
  sharedStringsBytes: 256 * 1024 * 1024,
} as const
