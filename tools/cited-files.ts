// Every file that the documents cite in backquotes or links exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((f) => join('docs', String(f))),
].filter((f) => f.endsWith('.md'))
let missing = 0
for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8')
  const cited = [...text.matchAll(/`((?:contract|engine|server|web|e2e|bench|tools|docs)\/[\w./-]+\.\w+)`/g)].map((m) => join(root, m[1]!))
  const linked = [...text.matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map((m) => join(root, dirname(document), m[1]!))
  for (const path of [...cited, ...linked])
    if (!existsSync(path)) {
      console.error(`${document} cites ${path.slice(root.length + 1)}, which does not exist`)
      missing++
    }
}
process.exitCode = missing ? 1 : 0
