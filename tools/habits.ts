// Habits that make code hard to read, counted over the whole source: names that say nothing, ternaries within
// ternaries, `!`, long functions, long lists of parameters, bare status numbers, inline styles.
//   node tools/habits.ts           compares with the limits and names the places of what is over its limit
//   node tools/habits.ts --all     names every place
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Node } from 'oxc-parser'

const root = join(import.meta.dirname, '..')
const counted = '{contract,engine,server,web}/**/*.{ts,tsx}'
const isCounted = (file: string) =>
  !/\.test\.tsx?$/.test(file) && !file.startsWith('engine/cases/') && file !== 'server/db/tables.ts'

/** Words that say nothing of what a value is. */
const functionWords = new Set(
  `of one is by it its at own had have has said told asked found kept known who shown given tried made sent
  held left gone done seen been was are be does did do this that those these such so as in on for with without
  than then more most any some none no not other another same both each every once again still yet only just
  also too here there where when why how what which whose if or and but nor since until while between beyond
  above below under over out off up down back away through into onto about against among beside mine ours
  theirs his her they them he she we us you your their our whom upon toward say says`.split(/\s+/),
)
const participle =
  /^(?:[a-z]+ed|begun|written|taken|drawn|chosen|broken|hidden|fallen|forgotten|frozen|grown|lost|meant|met|paid|sold|spent|stood|taught|thought|understood|worn|bought|brought|built|caught|felt|got|heard|lit|shut|struck|thrown|torn)$/
/** Nouns and adjectives that only look like participles. */
const nouns = new Set(['feed', 'seed', 'need', 'speed', 'embed', 'shed', 'red', 'bed', 'used'])

/** Whether a name is a function word or a bare participle; upper or lower case is the same. */
export function saysNothing(name: string): boolean {
  const word = name.charAt(0).toLowerCase() + name.slice(1)
  return functionWords.has(word) || (participle.test(word) && !nouns.has(word))
}

export const habits = {
  names: 'names that are function words or bare participles',
  ternaries: 'ternaries within ternaries',
  nonNulls: 'non-null assertions',
  longFunctions: 'functions of more than 80 lines outside components',
  longParameters: 'functions of more than four parameters',
  bareStatuses: 'bare status numbers',
  inlineStyles: 'inline styles with fixed values',
  machineClock: 'reads of the machine’s clock by the server, outside server/platform/clock.ts',
} as const
export type Habit = keyof typeof habits

/** What may remain: a share of all names, so many a thousand lines, or none. */
export const limits: Readonly<Record<Habit, { most: number; per: 'names' | 'thousand lines' | 'all' }>> = {
  names: { most: 0.02, per: 'names' },
  ternaries: { most: 0.8, per: 'thousand lines' },
  nonNulls: { most: 3, per: 'thousand lines' },
  longFunctions: { most: 0, per: 'all' },
  longParameters: { most: 0, per: 'all' },
  bareStatuses: { most: 0, per: 'all' },
  inlineStyles: { most: 0, per: 'all' },
  machineClock: { most: 0, per: 'all' },
}

export interface Found {
  lines: number
  names: number
  places: { habit: Habit; line: number; text: string }[]
}

const longest = 80
const mostParameters = 4
const statusColumn =
  /\b(?:vendor_status_id|vendor_charge_trans_type_id|vendor_charge_status_id|is_activated|job_status)\b\)?\s*(?:=|<>|===|!==|:|in)\s*\(?\s*\d/

const machineClock = /\bDate\.now\b|\bnew Date\(\)/
/** Stand-ins of markets have clocks of their own. */
const isTimed = (file: string) =>
  file.startsWith('server/') &&
  !/^server\/(?:test|stand-ins)\//.test(file) &&
  file !== 'server/platform/clock.ts'

/** The habits in one file. */
export function habitsIn(file: string, text: string): Found {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const lines = text.split('\n')
  const found: Found = { lines: lines.length, names: 0, places: [] }
  const starts = lines.reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0])
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1
  const note = (habit: Habit, offset: number, what?: string) => {
    const line = lineAt(offset)
    found.places.push({ habit, line, text: what ?? lines[line - 1]?.trim() ?? '' })
  }
  const name = (id: { name: string; start: number }) => {
    found.names++
    if (saysNothing(id.name)) note('names', id.start, id.name)
  }
  visit(program, { note, name, lineAt })
  for (const [index, line] of lines.entries()) {
    const isCode = !/^\s*(?:\/\/|\*|\/\*)/.test(line)
    if (isCode && statusColumn.test(line))
      found.places.push({ habit: 'bareStatuses', line: index + 1, text: line.trim() })
    if (isCode && isTimed(file) && machineClock.test(line))
      found.places.push({ habit: 'machineClock', line: index + 1, text: line.trim() })
  }
  return found
}

interface Notes {
  note: (habit: Habit, offset: number, what?: string) => void
  name: (id: { name: string; start: number }) => void
  lineAt: (offset: number) => number
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const typeTypes = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'])

function visit(node: Node, notes: Notes, inTernary = false): void {
  if (node.type === 'VariableDeclarator') namesOf(node.id, notes)
  if (node.type === 'TSNonNullExpression') notes.note('nonNulls', node.end - 1)
  if (node.type === 'ConditionalExpression' && inTernary) notes.note('ternaries', node.start)
  if (typeTypes.has(node.type) && 'id' in node && node.id?.type === 'Identifier') notes.name(node.id)
  if (isFixedStyle(node)) notes.note('inlineStyles', node.start)
  const isFunction = functionTypes.has(node.type)
  if (isFunction) visitFunction(node as Node & { type: 'FunctionDeclaration' }, notes)
  const isWithin = node.type === 'ConditionalExpression' || (inTernary && !isFunction)
  for (const child of childrenOf(node)) visit(child, notes, isWithin)
}

/** `style={{ color: 'red' }}`: a class could say it. A width that is computed can't be one. */
function isFixedStyle(node: Node): boolean {
  if (node.type !== 'JSXAttribute' || node.name.type !== 'JSXIdentifier' || node.name.name !== 'style')
    return false
  const style = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : undefined
  if (style?.type !== 'ObjectExpression') return false
  return style.properties.every(
    (property) => property.type === 'Property' && property.value.type === 'Literal',
  )
}

function visitFunction(node: Node & { type: 'FunctionDeclaration' }, notes: Notes): void {
  if (node.type === 'FunctionDeclaration' && node.id) notes.name(node.id)
  for (const parameter of node.params) namesOf(parameter, notes)
  if (node.params.length > mostParameters) notes.note('longParameters', node.start)
  const length = notes.lineAt(node.end) - notes.lineAt(node.start) + 1
  if (length > longest && !rendersMarkup(node)) notes.note('longFunctions', node.start, `${length} lines`)
}

/** A component is as long as its markup. */
const rendersMarkup = (node: Node): boolean =>
  node.type === 'JSXElement' || node.type === 'JSXFragment' || childrenOf(node).some(rendersMarkup)

function namesOf(pattern: Node | null, notes: Notes): void {
  switch (pattern?.type) {
    case 'Identifier':
      return notes.name(pattern)
    case 'AssignmentPattern':
      return namesOf(pattern.left, notes)
    case 'RestElement':
      return namesOf(pattern.argument, notes)
    case 'ArrayPattern':
      for (const element of pattern.elements) namesOf(element, notes)
      return
    case 'ObjectPattern':
      for (const property of pattern.properties)
        namesOf(property.type === 'RestElement' ? property.argument : property.value, notes)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))

/** What is over its limit, as lines to print. */
export function overLimits(files: readonly (Found & { file: string })[]): string[] {
  const lines = files.reduce((sum, { lines: count }) => sum + count, 0)
  const names = files.reduce((sum, { names: count }) => sum + count, 0)
  return (Object.keys(habits) as Habit[]).flatMap((habit) => {
    const { most, per } = limits[habit]
    const places = files.flatMap(({ file, places: all }) =>
      all.filter((place) => place.habit === habit).map(({ line, text }) => `  ${file}:${line}: ${text}`),
    )
    const whole = { names, 'thousand lines': lines / 1000, all: 1 }[per]
    const share = places.length / Math.max(whole, Number.MIN_VALUE)
    return share > most ? [`${habits[habit]}: ${amountText(share, per)}, at most ${most}`, ...places] : []
  })
}

const amountText = (share: number, per: 'names' | 'thousand lines' | 'all') =>
  per === 'names'
    ? `${(100 * share).toFixed(2)} % of all names`
    : `${share.toFixed(2)} ${per === 'all' ? '' : `per ${per}`}`

if (import.meta.main) {
  const files = globSync(counted, { cwd: root })
    .filter(isCounted)
    .map((file) => ({ file, ...habitsIn(file, readFileSync(join(root, file), 'utf8')) }))
  const lines = files.reduce((sum, { lines: count }) => sum + count, 0)
  const names = files.reduce((sum, { names: count }) => sum + count, 0)
  const all = files.flatMap(({ file, places }) => places.map((place) => ({ file, ...place })))
  const count = (habit: Habit) => all.filter((place) => place.habit === habit).length
  console.log(
    `${((100 * count('names')) / names).toFixed(2)} % of ${names} names say nothing; in ${lines} lines ` +
      `${count('ternaries')} ternaries within ternaries, ${count('nonNulls')} non-null assertions, ` +
      `${count('longFunctions')} long functions, ${count('longParameters')} long parameter lists, ` +
      `${count('bareStatuses')} bare status numbers, ${count('inlineStyles')} inline styles, ` +
      `${count('machineClock')} reads of the machine’s clock`,
  )
  if (process.argv.includes('--all'))
    for (const { file, line, habit, text } of all) console.log(`${file}:${line}\t${habit}\t${text}`)
  const faults = overLimits(files)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
}
