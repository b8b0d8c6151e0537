import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type Node } from 'oxc-parser'

const root = join(import.meta.dirname, '..', '..')

function* identifiers(node: unknown): Generator<string> {
  if (node === null || typeof node !== 'object') return
  const { type, name } = node as { type?: unknown; name?: unknown }
  if (type === 'Identifier' && typeof name === 'string') yield name
  for (const part of Object.values(node)) yield* identifiers(part)
}

/** The functions and constants declared at the top of a file. */
function* declarations(body: readonly Node[]): Generator<[name: string, node: Node]> {
  for (const statement of body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'FunctionDeclaration' && node.id) yield [node.id.name, node]
    if (node?.type === 'VariableDeclaration')
      for (const declarator of node.declarations)
        if (declarator.id.type === 'Identifier') yield [declarator.id.name, declarator]
  }
}

/**
 * What every function and constant of the server's areas refers to. Both are written as the path of the file,
 * a space and the name.
 */
export function referencesOfAreas(): Map<string, Set<string>> {
  const references = new Map<string, Set<string>>()
  const files = globSync('server/areas/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files) {
    const { program, module } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    const place = (specifier: string, name: string | null) =>
      `${specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier)} ${name}`
    const imports = new Map<string, string>()
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName, localName } of entries)
        imports.set(localName.value, place(moduleRequest.value, importName.name))
    for (const { moduleRequest, importName, exportName } of module.staticExports.flatMap((e) => e.entries))
      if (moduleRequest)
        references.set(`${file} ${exportName.name}`, new Set([place(moduleRequest.value, importName.name)]))
    for (const [name, node] of declarations(program.body)) {
      const places = [...identifiers(node)].map((word) => imports.get(word) ?? `${file} ${word}`)
      references.set(`${file} ${name}`, new Set(places))
    }
  }
  return references
}
