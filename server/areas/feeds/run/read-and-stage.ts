import type { FileTraits, Stopwatch } from '#engine/read.ts'
import type { Scope } from './compare.ts'
import type { FetchedFile } from '../files/fetched-files.ts'
import { Fingerprint } from './fingerprint.ts'
import { factsOf, type FileFacts } from '../gate/file.ts'
import { Issues } from '../runs/issues.ts'
import { rejectedKeys } from '../files/old-files.ts'
import { noRows, type Attempt } from './attempt.ts'
import type { FetchedFiles } from './fetch.ts'
import { furtherFields, joinFurther } from './read-further.ts'
import { Reading, type Part } from './reading.ts'

/** A file that was read and staged, with its issues. */
export interface StagedFile {
  scope: Scope
  issues: Issues
  encoding: string
  traits: FileTraits
  facts: FileFacts
  /** By which the next run recognizes this one's rows. */
  fingerprint: Fingerprint | undefined
}

/**
 * Reads, checks and stages the file, using the last fingerprint if it isn't misleading; then joins the further
 * files.
 */
export async function readAndStage(attempt: Attempt, files: Omit<FetchedFiles, 'tags'>): Promise<StagedFile> {
  const { phases } = attempt
  phases.begin('parse')
  const watch: Stopwatch = { now: () => performance.now(), decode: 0, parse: 0, check: 0 }
  const lastRead = await lastFingerprint(attempt)
  const part = () => mainPart(attempt, files.main)
  let main = part()
  let read = lastRead && (await new Reading(attempt, main, watch, lastRead).read())
  if (!read) {
    main = part()
    read = await new Reading(attempt, main, watch, undefined).read()
  }
  if (!read) throw new Error('The file was read without a result')
  const { issues, counts } = main
  if (attempt.further.length) read = await joinFurther(attempt, { main, read }, files.further, watch)
  phases.endReading(watch, { read: counts.rows_read, accepted: counts.rows_accepted }, read.bytes)
  const { scope, encoding, traits, repeats, fingerprint } = read
  const facts = factsOf(traits, issues, counts.rows_read, repeats)
  return { scope, issues, encoding, traits, facts, fingerprint }
}

function mainPart(attempt: Attempt, file: FetchedFile): Part {
  const { settings, stage, job, runId } = attempt
  const issues = new Issues(job.files, rejectedKeys.key({ owner: runId, attempt: job.attempt }))
  const counts = noRows()
  attempt.counts = counts
  return { file, settings, stage, issues, counts, elsewhere: furtherFields(attempt.further) }
}

/** Recognized rows keep their content, which must not depend on what the catalogue had. */
async function lastFingerprint({
  comparable,
  further,
  run,
  settings,
  job,
}: Attempt): Promise<Fingerprint | undefined> {
  const { blank_cell, blank_quantity, covers } = settings.rules
  if (covers !== 'all' || further.length > 0 || run.mends_run_id !== null) return undefined
  if (blank_cell !== 'clear' || blank_quantity !== 'zero') return undefined
  if (!comparable?.fingerprint_key || !comparable.stats?.counts) return undefined
  return Fingerprint.load(job.files, comparable.fingerprint_key)
}
