// `sql<Row>` declares what a raw statement returns; TypeScript believes it. This check doesn't: it holds each
// declared row against the columns that the database returned while the server's tests ran
// (`server/test/record-statements.ts`): their names, their types, and whether one was ever null.
//   node tools/sql-types.ts <folder of records>
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API, SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import { SyntaxKind, type Node, type TaggedTemplateExpression } from 'typescript/unstable/ast'
import type { RecordedStatement } from '#server/test/record-statements.ts'

const root = join(import.meta.dirname, '..')
const project = 'server/tsconfig.json'

/** What a value of a column is for JavaScript. */
export type Kind = 'number' | 'string' | 'boolean' | 'object' | 'array'
/** What the driver makes of PostgreSQL's types, by oid (`server/platform/database/db.ts`). */
const kinds: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'object',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  199: 'array',
  700: 'number',
  701: 'number',
  705: 'string',
  1000: 'array',
  1005: 'array',
  1007: 'array',
  1009: 'array',
  1015: 'array',
  1016: 'array',
  1022: 'array',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1114: 'object',
  1115: 'array',
  1182: 'array',
  1184: 'string',
  1185: 'array',
  1186: 'object',
  1231: 'array',
  1700: 'string',
  2950: 'string',
  2951: 'array',
  3807: 'array',
}
/** JSON may be anything. */
const anyKind = new Set([114, 3802, 2278])

export interface DeclaredColumn {
  name: string
  kinds: readonly Kind[]
  nullable: boolean
  optional: boolean
}

/** How a declared row differs from the columns that came, as sentences. */
export function faultsOfRow(declared: readonly DeclaredColumn[], columns: Columns): string[] {
  return declared.flatMap(({ name, kinds: allowed, nullable, optional }) => {
    const column = columns[name]
    if (!column) return optional ? [] : [`no column ${name}; it returns ${Object.keys(columns).join(', ')}`]
    const kind = kinds[column.oid] ?? 'string'
    const isWrong = allowed.length > 0 && !anyKind.has(column.oid) && !allowed.includes(kind)
    return [
      ...(isWrong ? [`${name} is a ${kind} (type ${column.oid}), declared as ${allowed.join(' or ')}`] : []),
      ...(column.hasNull && !nullable ? [`${name} was null, declared without null`] : []),
    ]
  })
}

type Columns = RecordedStatement['columns']
/** The results of each template: one a set of column names, since a template of fragments alone is several statements. */
export type Records = ReadonlyMap<string, readonly Columns[]>

/** The records of all processes by their template; a column that was null once has been null. */
export function readRecords(lines: readonly string[]): Records {
  const templates = new Map<string, Map<string, Columns>>()
  for (const line of lines) {
    const { template, columns } = JSON.parse(line) as RecordedStatement
    const results = templates.get(template) ?? new Map<string, Columns>()
    const names = Object.keys(columns).join()
    const merged = { ...results.get(names) }
    for (const [name, column] of Object.entries(columns))
      merged[name] = { oid: column.oid, hasNull: column.hasNull || (merged[name]?.hasNull ?? false) }
    templates.set(template, results.set(names, merged))
  }
  return new Map([...templates].map(([template, results]) => [template, [...results.values()]]))
}

interface DeclaredStatement {
  place: string
  template: string
  columns: readonly DeclaredColumn[]
}

/** The result of a statement: of several that share its template, the one that has the declared columns. */
export function resultOf({ template, columns }: DeclaredStatement, records: Records): Columns | undefined {
  const results = records.get(template) ?? []
  const fitting = results.find((result) => columns.every(({ name, optional }) => optional || result[name]))
  // a template with words of its own is one statement: what it lacks is a fault, not another statement
  return (
    fitting ?? (/\w/.test(template.replaceAll('${}', '')) && results.length === 1 ? results[0] : undefined)
  )
}

/** The columns that a row type declares; undefined where it is no type of rows. */
function columnsOf(checker: Checker, type: Type): DeclaredColumn[] | undefined {
  const isRow = (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0 && !checker.isArrayType(type)
  if (!isRow) return undefined
  return checker.getPropertiesOfType(type).map((property) => {
    const value = checker.getTypeOfSymbol(property)
    const parts = value ? partsOf(value) : []
    const isAny = parts.some((part) => (part.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0)
    return {
      name: property.name,
      kinds: isAny ? [] : [...new Set(parts.flatMap((part) => kindOf(checker, part)))],
      nullable: isAny || parts.some((part) => (part.flags & TypeFlags.Null) !== 0),
      optional: (property.flags & SymbolFlags.Optional) !== 0,
    }
  })
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? (type.getTypes() ?? []) : [type])

function kindOf(checker: Checker, type: Type): Kind[] {
  if (type.flags & TypeFlags.NumberLike) return ['number']
  if (type.flags & TypeFlags.StringLike) return ['string']
  if (type.flags & TypeFlags.BooleanLike) return ['boolean']
  if (checker.isArrayLikeType(type)) return ['array']
  if (type.flags & TypeFlags.Object) return ['object']
  // a branded string is an intersection
  if (type.isIntersectionType()) return (type.getTypes() ?? []).flatMap((part) => kindOf(checker, part))
  return []
}

/** Every `sql<Row>` of the server outside tests whose type argument declares a row. */
function declaredStatements(): DeclaredStatement[] {
  const api = new API({ cwd: root })
  const snapshot = api.updateSnapshot({ openProject: join(root, project) })
  const opened = snapshot.getProject(join(root, project))
  if (!opened) throw new Error(`${project} can't be opened`)
  const { program, checker } = opened
  const statements: DeclaredStatement[] = []
  for (const file of globSync('server/**/*.ts', { cwd: root }).filter((name) => !name.includes('.test.'))) {
    const source = program.getSourceFile(join(root, file))
    if (!source) continue
    const visit = (node: Node): void => {
      if (node.kind === SyntaxKind.TaggedTemplateExpression) {
        const tagged = node as TaggedTemplateExpression
        const [argument] = tagged.typeArguments ?? []
        if (argument && tagged.tag.getText(source) === 'sql') {
          const type = checker.getTypeFromTypeNode(argument)
          const columns = type && columnsOf(checker, type)
          const line = source.text.slice(0, node.pos).split('\n').length
          if (columns) statements.push({ place: `${file}:${line}`, template: templateOf(tagged), columns })
        }
      }
      node.forEachChild(visit)
    }
    source.forEachChild(visit)
  }
  api.close()
  return statements
}

function templateOf({ template }: TaggedTemplateExpression): string {
  if (template.kind === SyntaxKind.NoSubstitutionTemplateLiteral) return template.text
  if (!('templateSpans' in template)) throw new Error('A template of a kind that TypeScript has not')
  return [template.head.text, ...template.templateSpans.map((span) => span.literal.text)].join('${}')
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (!folder) throw new Error('Name the folder that the tests wrote their records to')
  const lines = globSync('*.jsonl', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trim().split('\n'),
  )
  const records = readRecords(lines)
  const declared = declaredStatements()
  const compared = declared.map((statement) => ({ ...statement, result: resultOf(statement, records) }))
  const faults = compared.flatMap(({ place, columns, result }) =>
    result ? faultsOfRow(columns, result).map((fault) => `${place}: ${fault}`) : [],
  )
  const unseen = compared.filter(({ result }) => !result)
  for (const fault of faults) console.error(fault)
  console.log(`${declared.length - unseen.length} of ${declared.length} declared statements compared`)
  if (process.argv.includes('--unseen')) for (const { place } of unseen) console.log(`not run: ${place}`)
  process.exitCode = faults.length ? 1 : 0
}
