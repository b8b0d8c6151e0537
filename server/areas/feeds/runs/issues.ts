import { PassThrough } from 'node:stream'
import type { Issue } from '#engine/check.ts'
import type { AcceptedRow, RejectedRow } from '#engine/read.ts'
import { csvText } from '#server/platform/files/csv.ts'
import type { Files } from '#server/platform/files/files.ts'

/** What the file of rejected rows has beside the source's own columns. */
export const mendedColumns = ['feedstock_line', 'feedstock_reason'] as const
/** Why a row is rejected whose SKU another row has. */
export const repeatedReason = 'The SKU stands on another line too'

interface Group {
  severity: 'rejected' | 'warning'
  reason: string
  rows: number
  examples: { line: number; column: string; value: string }[]
  /** Of another file's rows: how many it has, and at most so many rows of this one were lost by them. */
  source?: { read: number; lostRows: number }
}

/**
 * What was wrong with a run's rows: counts and examples by reason, and every rejected row in a CSV of the
 * source's own columns.
 */
export class Issues {
  readonly groups = new Map<string, Group>()
  warned = 0
  rejected = 0
  readonly #files: Files
  readonly #key: string | undefined
  #csv: PassThrough | undefined
  #kept: Promise<void> | undefined

  /** @param key of the rejected rows' file; without one they are counted and shown alone. */
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
    if (this.#key === undefined) return
    if (!this.#csv) {
      this.#csv = new PassThrough()
      this.#kept = this.#files.put(this.#key, this.#csv)
      this.#kept.catch(() => {})
      this.#csv.write(`${[...columns, ...mendedColumns].map(csvText).join(',')}\r\n`)
    }
    const cells = [...row.cells]
    while (cells.length < columns.length) cells.push('')
    if (!this.#csv.write(`${[...cells, String(row.line), row.issue.reason].map(csvText).join(',')}\r\n`))
      await Promise.race([new Promise((r) => this.#csv!.once('drain', r)), this.#kept])
  }

  /** What was wrong with another file's rows, by that file's name; they are no rows of this one. */
  tellOf(name: string, issues: Issues, source: { read: number; lostRows: number }): void {
    for (const { severity, reason, rows, examples } of issues.groups.values())
      this.tell({ severity, reason: `${reason}, in “${name}”`, rows, examples, source })
  }

  /** Why most of the rows that couldn't be read couldn't; a repeated SKU can be read. */
  get commonestReason(): string | undefined {
    const countLost = ({ rows, source: other }: Group) => Math.min(rows, other?.lostRows ?? rows)
    const [first] = [...this.groups.values()]
      .filter((g) => g.severity === 'rejected' && !g.reason.startsWith(repeatedReason) && countLost(g) > 0)
      .toSorted((a, b) => countLost(b) - countLost(a))
    return first?.reason
  }

  /** What many rows have in common, found out at once. */
  tell(group: Group): void {
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
