import type { Parsed } from '#contract/index.ts'
import { faultPlace, type FaultPlace, type RunFault } from '#contract/feeds/run-fault.ts'
import { feedFormat, type FeedFormat } from '#contract/feeds/settings.ts'
import { FeedFailure } from '#engine/failure.ts'
import { linesAt, type ShownLine } from '#engine/look.ts'
import type { Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { keepFile } from '../files/fetched-files.ts'
import { departureOf, PreviewTurns } from '../settings/preview-turns.ts'
import { keptBytes } from '../settings/previewed-files.ts'
import { mendedFormat } from './mended-rows.ts'

const linesBefore = 3
const linesAfter = 2
const charsBefore = 80
const shownChars = 200
/** A person is waiting for it. */
const readMs = 20_000
/** A file unpacks and is read in the server's own thread. */
const turns = new PreviewTurns({ all: 2, own: 1 })

/** The file's lines around the place where a rejected run broke; its first lines if the whole file is at fault. */
export async function getRunFault(ctx: Ctx, { params }: Parsed<'getRunFault'>): Promise<RunFault> {
  const { place, ...file } = await brokenFile(ctx.db, params.feed_run_id)
  const { line = null, column = null } = place
  const first_column = column === null ? 1 : Math.max(1, column - charsBefore)
  const fault = { file_name: file.name, line, column, first_column, lines: [], missing: null }
  if (file.format.kind === 'xlsx') return { ...fault, missing: 'no_lines' }
  if (file.key === null || !(await ctx.files.stat(file.key))) return { ...fault, missing: 'not_kept' }
  if ((file.bytes ?? 0) > keptBytes) return { ...fault, missing: 'too_large' }
  const from = line === null ? 1 : Math.max(1, line - linesBefore)
  const { lines, isCut } = await readLines(ctx, file.key, {
    from,
    upto: line === null ? from + linesBefore + linesAfter : line + linesAfter,
    // one more than is shown tells whether the line goes on
    chars: { from: first_column - 1, upto: first_column + shownChars },
    encoding: file.format.encoding,
    file: file.format.file,
  })
  if (isText(lines)) return { ...fault, lines: lines.map(toLine) }
  return { ...fault, missing: isCut && lines.length === 0 ? 'too_large' : 'no_lines' }
}

/** The lines as far as they can be read in time. */
function readLines(ctx: Ctx, key: string, range: Parameters<typeof linesAt>[1]): ReturnType<typeof linesAt> {
  const departure = departureOf(ctx)
  return turns.take({ person: ctx.who.login_id, signal: departure, onWait: () => {} }, async () => {
    const signal = AbortSignal.any([departure, AbortSignal.timeout(readMs)])
    let copy: Awaited<ReturnType<typeof keepFile>> | undefined
    try {
      copy = await keepFile(await ctx.files.open(key), signal)
      return await linesAt(copy.path, { ...range, limit: { bytes: keptBytes, signal } })
    } catch (error) {
      // it doesn't arrive in time, or can't be unpacked at all, which the run's reason says
      if (error instanceof FeedFailure) return { lines: [], isCut: signal.aborted }
      throw error
    } finally {
      await copy?.remove()
    }
  })
}

const toLine = ({ line, text }: ShownLine) => ({
  line,
  text: text.slice(0, shownChars).replaceAll(unseen, '\ufffd'),
  is_cut: text.length > shownChars,
})
// oxlint-disable-next-line no-control-regex -- what a screen can’t show
const unseen = /[\0-\x08\x0b-\x1f\x7f]/g

/** A picture or an archive under a feed's name has lines that nobody can read. */
function isText(lines: readonly ShownLine[]): boolean {
  const text = lines.map((line) => line.text).join('')
  const unreadable = text.length - text.replaceAll(unseen, '').replaceAll('\ufffd', '').length
  return lines.length > 0 && unreadable <= text.length / 10
}

interface BrokenFile {
  place: FaultPlace
  key: string | null
  name: string | null
  bytes: number | null
  format: FeedFormat
}

async function brokenFile(db: Db, runId: number): Promise<BrokenFile> {
  const run = await db
    .selectFrom('feed_run')
    .innerJoin('feed', 'feed.feed_id', 'feed_run.feed_id')
    .select(['fault', 'file_key', 'file_name', 'file_bytes', 'mends_run_id', 'format'])
    .where('feed_run_id', '=', runId)
    .where('state', '=', 'rejected')
    .executeTakeFirst()
  if (!run) throw notFound('rejected run')
  const place = faultPlace.parse(run.fault ?? {})
  if (place.file !== undefined) return { place, ...(await furtherFile(db, runId, place.file)) }
  const format = run.mends_run_id === null ? feedFormat.parse(run.format) : mendedFormat
  return { place, key: run.file_key, name: run.file_name, bytes: run.file_bytes, format }
}

async function furtherFile(db: Db, runId: number, name: string): Promise<Omit<BrokenFile, 'place'>> {
  const file = await db
    .selectFrom('feed_run_file')
    .leftJoin('feed_file', 'feed_file.feed_file_id', 'feed_run_file.feed_file_id')
    .select(['file_key as key', 'file_name', 'file_bytes as bytes', 'feed_file.format'])
    .where('feed_run_id', '=', runId)
    .where('feed_run_file.name', '=', name)
    .executeTakeFirst()
  return {
    key: file?.key ?? null,
    name: file?.file_name ?? null,
    bytes: file?.bytes ?? null,
    format: feedFormat.parse(file?.format ?? { kind: 'csv' }),
  }
}
