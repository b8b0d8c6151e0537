import { FeedFailure } from '../failure.ts'
import { note, type TextTraits } from '../record.ts'

/** A file in an archive. */
export interface ArchivedFile {
  name: string
  bytes: number
}
/** Which of an archive's files is the feed. */
export interface ArchiveChoice {
  /** Its name, with `*` for any letters; undefined: the likeliest. */
  file?: string | undefined
  traits?: TextTraits | undefined
}

const baseName = (name: string) => name.replace(/^.*\//, '')
const readable = /\.(?:csv|tsv|tab|xml|yml|rss|json|jsonl|ndjson|edi|x12)(?:\.gz)?$/i
const plainText = /\.(?:txt|dat|asc|gz)$/i
const explains =
  /^(?:\.|read[-_ ]?me|lies[-_ ]?mich|lisez|leeme|licen[cs]e|changelog|version|info|about|manifest|checksum)/i
const others =
  /\.(?:md|pdf|docx?|rtf|html?|jpe?g|png|gif|webp|nfo|xsd|dtd|xsl|css|js|md5|sha\d*|sig|asc|log|ini|db|ds_store)$/i
const likely =
  /product|catalog|katalog|item|artic|artik|feed|offer|price|preis|prix|goods|export|listing|tovar/i
const unlikely =
  /(?:^|[-_. ])(?:old|backup|bak|archive|prev|previous|copy)(?:[-_. ]|$)|categor|kategor|brand|image|picture|media|attribut|propert|shipping|tax|customer|order|review|store|option|relation|translation|meta/i

/** How likely a file is the feed: by its ending, its name and its size. */
function score({ name, bytes }: ArchivedFile): number {
  const base = baseName(name)
  if (bytes === 0 || explains.test(base) || (others.test(base) && !readable.test(base))) return 0
  const ending = readable.test(base) ? 4 : 2
  const hint = (likely.test(base) ? 1 : 0) - (unlikely.test(base) ? 1.5 : 0)
  return (plainText.test(base) && !readable.test(base) ? 3 : ending) + hint + Math.log10(bytes + 1) / 2
}
/** Of two files of the same kind, one that is ten times as large is the feed. */
const clear = 0.5

/** The archive's file that is the feed. What is otherFiles out is said. */
export function chooseFile<T extends ArchivedFile>(files: readonly T[], { file, traits }: ArchiveChoice): T {
  const [first] = files
  if (!first) throw new FeedFailure('empty_archive', 'The zip archive is empty')
  const chosenFile = file ? findNamed(files, file) : likeliest(files)
  const otherFiles = files.filter((f) => f !== chosenFile)
  if (otherFiles.length > 0)
    note(
      traits,
      {
        reason: `Left out: other files in the archive. The feed is “${chosenFile.name.slice(0, 100)}”`,
        line: 1,
        value: otherFiles.map(({ name }) => name).join(', '),
      },
      otherFiles.length,
    )
  return chosenFile
}

function likeliest<T extends ArchivedFile>(files: readonly T[]): T {
  const [best, second] = files.map((f) => ({ f, points: score(f) })).toSorted((a, b) => b.points - a.points)
  if (!best) throw new FeedFailure('empty_archive', 'The zip archive is empty')
  if (second && best.points - second.points < clear)
    throw new FeedFailure(
      'many_files',
      `The zip archive has ${files.length} files: ${namesOf(files)}. Enter the name of the feed’s file`,
    )
  return best.f
}

function findNamed<T extends ArchivedFile>(files: readonly T[], file: string): T {
  const matching = files.filter(({ name }) => matches(file, name) || matches(file, baseName(name)))
  const [onlyMatch] = matching
  if (onlyMatch && matching.length === 1) return onlyMatch
  throw onlyMatch
    ? new FeedFailure(
        'many_files',
        `“${file}” matches ${matching.length} files of the archive: ${namesOf(matching)}`,
      )
    : new FeedFailure('no_archived_file', `The zip archive has no file “${file}”. It has ${namesOf(files)}`)
}

/** Whether a name is a pattern's, whose `*` is any letters. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const [first = '', ...others] = parts
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of others) {
    const place = text.indexOf(part, from)
    if (place < 0) return false
    from = place + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}

const namesOf = (files: readonly ArchivedFile[]) =>
  files
    .slice(0, 12)
    .map(({ name }) => `“${name.slice(0, 100)}”`)
    .join(', ') + (files.length > 12 ? ' …' : '')
