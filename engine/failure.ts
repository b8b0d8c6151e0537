import { storable } from '#contract/storable.ts'

/** Why and where a feed can't be read: the run is rejected. */
export class FeedFailure extends Error {
  readonly code: string
  readonly line: number | undefined
  /** Where in the line, counted in characters from 1. */
  readonly column: number | undefined
  constructor(code: string, message: string, line?: number, column?: number) {
    super(storable(line === undefined ? message : `${message} (line ${line})`))
    this.code = code
    this.line = line
    this.column = column
  }
}

/** Limits that keep a hostile file from exhausting the machine (docs/domain/feed-sources.md, Limits). */
export const limits = {
  recordChars: 4 * 1024 * 1024,
  columns: 2000,
  cellChars: 1024 * 1024,
  depth: 64,
  sharedStringsBytes: 256 * 1024 * 1024,
  sharedStrings: 8 * 1024 * 1024,
} as const

export interface UnpackLimits {
  /** The largest size of an unpacked file. */
  bytes: number
  /** A file that grows by more than this factor is a bomb, not a feed … */
  ratio: number
  /** … if it is larger than this: a few rows may pack well. */
  ratioFrom: number
}
export const unpackLimits: UnpackLimits = { bytes: 8 * 1024 ** 3, ratio: 200, ratioFrom: 64 * 1024 ** 2 }
