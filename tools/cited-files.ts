// Every file that a document or a comment cites is there, and so is every heading: in a comment
// `docs/domain/README.md, Glossary`, in a document a link such as `[Glossary](README.md#glossary)`.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = join(import.meta.dirname, '..')
const fileName = String.raw`(?:contract|engine|server|web|e2e|bench|tools|docs)/[\w./-]+\.\w+`
/** A document by its number is none of the repository's; one by its name must be there. */
const numbered = /\bdocument \d\b/i
const domainPage = String.raw`docs/domain/[\w-]+\.md`

/** What a document cites in backquotes or links and isn't there. */
export function faultsOfDocument(document: string, text: string): string[] {
  const quoted = [...text.matchAll(new RegExp(`\`(${fileName})\``, 'g'))].map((m) => m[1]!)
  const links = [...text.matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map((m) => ({
    path: m[1] ? join(dirname(document), m[1]) : document,
    anchor: m[2],
    headings: m[1] ? null : headingsIn(text),
  }))
  return [
    ...[...quoted, ...links.filter((link) => !link.headings).map((link) => link.path)]
      .filter(missing)
      .map((path) => `${document} cites ${path}, which does not exist`),
    ...links
      .filter(({ path, anchor, headings }) => {
        const all = headings ?? (path.endsWith('.md') && !missing(path) ? headingsOf(path) : null)
        return anchor && all && !all.some((heading) => anchorOf(heading) === anchor)
      })
      .map(({ path, anchor }) => `${document} cites ${path}#${anchor}, which is no heading there`),
  ]
}

/** A heading as GitHub links to it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** What the comments of a file of code cite and isn't there: files, headings, documents. */
export function faultsOfCode(file: string, text: string): string[] {
  return commentsOf(file, text).flatMap((lines) => {
    // a comment's lines are one text
    const comment = lines.replace(/\s*\n[\s*]*/g, ' ')
    return [
      ...found(comment, `(?<![\\w./-])${fileName}`)
        .filter(missing)
        .map((path) => `${file}: a comment cites ${path}, which does not exist`),
      ...found(comment, String.raw`(?<![\w./-])[\w-]+\.md\b`)
        .filter(missing)
        .map((name) => `${file}: a comment cites ${name}, a document outside the repository`),
      ...[...comment.matchAll(new RegExp(`(${domainPage}), (.{0,60})`, 'g'))]
        .filter(([, page]) => !missing(page!))
        .filter(([, page, cited]) => !headingsOf(page!).some((heading) => cited!.startsWith(heading)))
        .map(([, page, cited]) => `${file}: a comment cites “${cited}”, which is no heading of ${page}`),
      ...(numbered.test(comment) ? [`${file}: a comment cites a document by number: ${comment.trim()}`] : []),
    ]
  })
}

function found(text: string, pattern: string): string[] {
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((m) => m[0])
}

function commentsOf(file: string, text: string): string[] {
  if (file.endsWith('.sql')) return [...text.matchAll(/--(.*)$/gm)].map((m) => m[1]!)
  if (file.endsWith('.css')) return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map((m) => m[1]!)
  return parseSync(file, text).comments.map((comment) => comment.value)
}

const headingsIn = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map((m) => m[1]!)
const known = new Map<string, string[]>()
function headingsOf(path: string): string[] {
  const headings = known.get(path) ?? headingsIn(read(path))
  known.set(path, headings)
  return headings
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
  const ofDocuments = documents.flatMap((document) => faultsOfDocument(document, read(document)))
  const ofCode = code.flatMap((file) => faultsOfCode(file, read(file)))
  const faults = [...ofDocuments, ...ofCode]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}
