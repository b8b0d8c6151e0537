// Every file that a document or a comment cites exists, and every heading of docs/domain.md that a comment cites.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = join(import.meta.dirname, '..')
/** Whether a comment that cites a document outside the repository fails; until then they are counted. */
const refuseForeignDocuments = false

const fileName = String.raw`(?:contract|engine|server|web|e2e|bench|tools|docs)/[\w./-]+\.\w+`
const foreign = /\bbehaviou?r\.md\b|\bdocument \d\b/i
const domain = 'docs/domain.md'
const headings = [...read(domain).matchAll(/^#+ (.+)$/gm)].map((m) => m[1]!)

/** What a document cites in backquotes or links and isn't there. */
export function faultsOfDocument(document: string, text: string): string[] {
  const quoted = [...text.matchAll(new RegExp(`\`(${fileName})\``, 'g'))].map((m) => m[1]!)
  const linked = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map((m) =>
    join(dirname(document), m[1]!),
  )
  return [...quoted, ...linked]
    .filter(missing)
    .map((path) => `${document} cites ${path}, which does not exist`)
}

/** What the comments of a file of code cite and isn't there; `foreign` are those that cite other documents. */
export function faultsOfCode(file: string, text: string): { faults: string[]; foreign: string[] } {
  const comments = commentsOf(file, text)
  const faults = comments.flatMap((comment) => [
    ...[...comment.matchAll(new RegExp(String.raw`(?<![\w./-])${fileName}`, 'g'))]
      .map((m) => m[0])
      .filter(missing)
      .map((path) => `${file}: a comment cites ${path}, which does not exist`),
    ...[...comment.matchAll(/docs\/domain\.md, (.{0,60})/g)]
      .map((m) => m[1]!)
      .filter((cited) => !headings.some((heading) => cited.startsWith(heading)))
      .map((cited) => `${file}: a comment cites “${cited}”, which is no heading of ${domain}`),
  ])
  return {
    faults,
    foreign: comments
      .filter((comment) => foreign.test(comment))
      .map((comment) => `${file}: a comment cites a document outside the repository: ${comment.trim()}`),
  }
}

function commentsOf(file: string, text: string): string[] {
  if (file.endsWith('.sql')) return [...text.matchAll(/--(.*)$/gm)].map((m) => m[1]!)
  if (file.endsWith('.css')) return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map((m) => m[1]!)
  return parseSync(file, text).comments.map((comment) => comment.value)
}

function missing(path: string): boolean {
  return !existsSync(join(root, path))
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

if (import.meta.main) {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  const code = globSync(
    ['{contract,engine,server,web,e2e,bench,tools}/**/*.{ts,tsx,sql,css}', '*.config.ts'],
    { cwd: root },
  )
  const found = code.map((file) => faultsOfCode(file, read(file)))
  const outside = found.flatMap((f) => f.foreign)
  const faults = [
    ...documents.flatMap((document) => faultsOfDocument(document, read(document))),
    ...found.flatMap((f) => f.faults),
    ...(refuseForeignDocuments ? outside : []),
  ]
  for (const fault of faults) console.error(fault)
  if (!refuseForeignDocuments && outside.length)
    console.log(`${outside.length} comments cite documents outside the repository`)
  process.exitCode = faults.length ? 1 : 0
}
