// Every file that a document or a comment cites is there, and every heading of docs/domain.md in a comment.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = join(import.meta.dirname, '..')
const fileName = String.raw`(?:contract|engine|server|web|e2e|bench|tools|docs)/[\w./-]+\.\w+`
/** A numbered document isn't part of the repository; a named one must exist. */
const documentNumber = /\bdocument \d\b/i
const domain = 'docs/domain.md'
const headings = [...read(domain).matchAll(/^#+ (.+)$/gm)].map((m) => m[1]!)

/** Files that a document cites in backquotes or links and that don't exist. */
export function faultsOfDocument(document: string, text: string): string[] {
  const quotedNames = [...text.matchAll(new RegExp(`\`(${fileName})\``, 'g'))].map((m) => m[1]!)
  const linkedNames = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map((m) =>
    join(dirname(document), m[1]!),
  )
  return [...quotedNames, ...linkedNames]
    .filter(missing)
    .map((path) => `${document} cites ${path}, which does not exist`)
}

/** Citations in a code file's comments that don't exist: files, headings, documents. */
export function faultsOfCode(file: string, text: string): string[] {
  return commentsOf(file, text).flatMap((lines) => {
    // join the lines of a comment into one text
    const comment = lines.replace(/\s*\n[\s*]*/g, ' ')
    return [
      ...matches(comment, `(?<![\\w./-])${fileName}`)
        .filter(missing)
        .map((path) => `${file}: a comment cites ${path}, which does not exist`),
      ...matches(comment, String.raw`(?<![\w./-])[\w-]+\.md\b`)
        .filter(missing)
        .map((name) => `${file}: a comment cites ${name}, a document outside the repository`),
      ...matches(comment, '(?<=docs/domain\\.md, ).{0,60}')
        .filter((citation) => !headings.some((heading) => citation.startsWith(heading)))
        .map((cited) => `${file}: a comment cites “${cited}”, which is no heading of ${domain}`),
      ...(documentNumber.test(comment)
        ? [`${file}: a comment cites a document by number: ${comment.trim()}`]
        : []),
    ]
  })
}

function matches(text: string, pattern: string): string[] {
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((m) => m[0])
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
  const ofDocuments = documents.flatMap((document) => faultsOfDocument(document, read(document)))
  const ofCode = code.flatMap((file) => faultsOfCode(file, read(file)))
  const faults = [...ofDocuments, ...ofCode]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}
