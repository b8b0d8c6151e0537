import { PassThrough } from 'node:stream'
import type { FeedRun } from '#contract/feeds/runs.ts'
import type { Issue } from '#engine/check.ts'
import type { AcceptedRow, RejectedRow } from '#engine/read.ts'
import type { LeftOutLine, Notice } from '#engine/record.ts'
import { csvText } from '#server/platform/files/csv.ts'
import type { Files } from '#server/platform/files/files.ts'

/** Columns that the file of rejected rows has in addition to the source's own. */
export const mendedColumns = ['feedstock_line', 'feedstock_reason'] as const
/** The reason for rejecting a row whose SKU another row has. */
export const repeatedReason = 'Duplicate SKU'
/** Begins the reason of a line that isn't a row, in the file of rejected rows. */
export const leftOutPrefix = 'Left out: '

interface Group {
  /** `note`: something about the whole file. */
  severity: FeedRun['issues'][number]['severity']
  reason: string
  rows: number
  examples: { line: number; column: string; value: string }[]
  /** For another file's rows: how many it has, and the most rows of this file that were lost by them. */
  source?: { read: number; lostRows: number }
}

/**
 * The issues of a run's rows: counts and examples by reason, and every rejected row in a CSV with the source's
 * own columns.
 */
export class Issues {
  readonly groups = new Map<string, Group>()
  warned = 0
  rejected = 0
  leftOut = 0
  readonly #files: Files
  readonly #key: string | undefined
  #csv: PassThrough | undefined
  #kept: Promise<void> | undefined

  /** @param key of the rejected rows' file; undefined: they are only counted and shown */
  constructor(files: Files, key: string | undefined) {
    this.#files = files
    this.#key = key
  }

  warn(row: AcceptedRow): void {
    if (!row.warnings) return
    this.warned++
    for (const issue of row.warnings) this.#count('warning', row.line, issue)
  }

  async reject(columns: readonly string[], row: RejectedRow): Promise<void> {
    this.rejected++
    this.#count('rejected', row.line, row.issue)
    await this.#keep(columns, row, row.issue.reason)
  }

  /** Counts a line that isn't a row, and keeps it with the rejected rows. */
  async leaveOut(columns: readonly string[], { line, cells, reason }: LeftOutLine): Promise<void> {
    this.leftOut++
    const value = cells.filter((cell) => cell.trim() !== '').join(' · ')
    this.#count('left_out', line, { column: '', value, reason })
    await this.#keep(columns, { line, cells }, leftOutPrefix + reason)
  }

  /** Notes what was assumed about the whole file. */
  note(reason: string): void {
    this.addGroup({ severity: 'note', reason, rows: 1, examples: [] })
  }

  async #keep(
    columns: readonly string[],
    row: { line: number; cells: readonly string[] },
    reason: string,
  ): Promise<void> {
    if (this.#key === undefined) return
    const csv = (this.#csv ??= this.#openCsv(this.#key, columns))
    const cells = [...row.cells]
    while (cells.length < columns.length) cells.push('')
    if (!csv.write(`${[...cells, String(row.line), reason].map(csvText).join(',')}\r\n`))
      await Promise.race([new Promise((resolve) => csv.once('drain', resolve)), this.#kept])
  }

  #openCsv(key: string, columns: readonly string[]): PassThrough {
    const csv = new PassThrough()
    this.#kept = this.#files.put(key, csv)
    this.#kept.catch(() => {})
    csv.write(`${[...columns, ...mendedColumns].map(csvText).join(',')}\r\n`)
    return csv
  }

  /** Adds the issues of another file's rows under that file's name. */
  addGroupsOf(name: string, issues: Issues, source: { read: number; lostRows: number }): void {
    for (const { severity, reason, rows, examples } of issues.groups.values())
      this.addGroup({ severity, reason: `${reason}, in “${name}”`, rows, examples, source })
  }

  /** Why most unreadable rows can't be read; rows with a repeated SKU are readable. */
  get commonestReason(): string | undefined {
    const countLost = ({ rows, source }: Group) => Math.min(rows, source?.lostRows ?? rows)
    const [first] = [...this.groups.values()]
      .filter((g) => g.severity === 'rejected' && !g.reason.startsWith(repeatedReason) && countLost(g) > 0)
      .toSorted((a, b) => countLost(b) - countLost(a))
    return first?.reason
  }

  /** Adds what was left out of the file, or corrected in it. */
  addNotices(notices: Iterable<Notice>): void {
    for (const { reason, count, line, value } of notices)
      this.addGroup({ severity: 'warning', reason, rows: count, examples: [{ line, column: '', value }] })
  }

  /** Adds an issue that many rows have in common. */
  addGroup(group: Group): void {
    if (group.rows > 0 && this.groups.size < 200) this.groups.set(`${group.severity} ${group.reason}`, group)
  }

  /** The key of the rejected rows' file, if there are any. */
  async finish(): Promise<string | null> {
    if (!this.#csv || this.#key === undefined) return null
    this.#csv.end()
    await this.#kept
    return this.#key
  }

  #count(severity: Group['severity'], line: number, issue: Issue): void {
    // a value inside a reason would make each row its own group
    const id = `${severity} ${issue.reason}`
    let group = this.groups.get(id)
    if (!group) {
      if (this.groups.size >= 200) return
      this.groups.set(id, (group = { severity, reason: issue.reason, rows: 0, examples: [] }))
    }
    group.rows++
    if (group.examples.length < 20)
      group.examples.push({ line, column: issue.column, value: issue.value.slice(0, 200) })
  }
}
