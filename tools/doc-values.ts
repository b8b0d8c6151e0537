// Thresholds in docs/ that can't drift: tables whose values are read from the code.
//
//   <!-- values: contract/payments/dunning.ts -->
//   | rule | constant | value | unit |
//   | --- | --- | --- | --- |
//   | Unpaid days before products are delisted | `delistAfterDays` | 30 | days |
//   | Rows a run needs | `contract/feeds/gate.ts#gate.minRows` | 20 | |
//   <!-- end -->
//
// You write every column but `value`; the columns may come in any order, and `unit` is optional.
// A constant is a dotted path to something that the module exports. The module is the marker's, or stands
// before a `#` in the cell, so that one table can show several modules (`<!-- values -->` names none).
// Numbers get thousands separators, arrays commas, booleans yes or no, strings stay as they are.
// Where the constant's name ends in Ms, Seconds, Minutes, Hours or Days, a unit of `ms`, `seconds`,
// `minutes`, `hours` or `days` converts it; one that ends in Bytes converts to `kB`, `MB` or `GB`;
// one that ends in Cents converts to `$`.
//
// `node tools/doc-values.ts` writes the values, `--check` fails where one differs.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
export type Exports = Readonly<Record<string, unknown>>

interface Columns {
  constant: number
  value: number
  unit: number
}
interface Block {
  module: string
  columns: Columns | null
}

/** The document with its values as the code has them, and what the text has otherwise. */
export async function checkDocument(
  document: string,
  text: string,
  load: (path: string) => Promise<Exports> = importModule,
): Promise<{ text: string; faults: string[] }> {
  const faults: string[] = []
  const lines = text.split('\n')
  let block: Block | null = null
  for (const [i, line] of lines.entries()) {
    const place = `${document}:${i + 1}`
    const begun = /^<!-- values(?:: (\S+))? -->$/.exec(line.trim())
    if (begun) {
      if (block) faults.push(`${place}: the values above have no <!-- end -->`)
      block = { module: begun[1] ?? '', columns: null }
    } else if (line.trim() === '<!-- end -->') block = null
    else if (block && line.startsWith('|')) {
      const cells = cellsOf(line)
      if (!block.columns) block.columns = columnsOf(cells)
      else if (!/^[-:]+$/.test(cells[0] ?? '')) {
        const { columns } = block
        const written = cells[columns.value]
        try {
          const found = await readConstant(cells[columns.constant] ?? '', block.module, load)
          const value = shownValue(found.name, found.value, cells[columns.unit] ?? '')
          if (value === written) continue
          faults.push(`${place}: ${found.name} is ${value} in ${found.module}, the document has ${written}`)
          cells[columns.value] = value
          lines[i] = `| ${cells.join(' | ')} |`
        } catch (e) {
          faults.push(`${place}: ${(e as Error).message}`)
        }
      }
    }
  }
  if (block) faults.push(`${document}: the last values have no <!-- end -->`)
  return { text: lines.join('\n'), faults }
}

const cellsOf = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

function columnsOf(titles: readonly string[]): Columns {
  const column = (title: string, usual: number) => (titles.includes(title) ? titles.indexOf(title) : usual)
  return { constant: column('constant', 1), value: column('value', 2), unit: column('unit', -1) }
}

async function readConstant(
  cell: string,
  usual: string,
  load: (path: string) => Promise<Exports>,
): Promise<{ name: string; value: unknown; module: string }> {
  const [, own, name = ''] = /^(?:(.+)#)?(.*)$/.exec(cell.replaceAll('`', '')) ?? []
  const module = own ?? usual
  if (!module) throw new Error(`${name} needs a module, as in contract/x.ts#${name}`)
  let value: unknown = await load(module)
  for (const key of name.split('.')) value = isObject(value) ? value[key] : undefined
  if (value === undefined) throw new Error(`${module} exports no ${name}`)
  return { name, value, module }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const times: Record<string, number> = {
  ms: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}
const sizes: Record<string, number> = { bytes: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }
const amounts: Record<string, number> = { cents: 1, $: 100 }

/** `retryAfterMs` in minutes: 60,000 of them make one. */
function factor(name: string, unit: string): number {
  const ending = /(?:Ms|Seconds|Minutes|Hours|Days|Bytes|Cents)$/.exec(name)?.[0].toLowerCase() ?? ''
  const scale = [times, sizes, amounts].find((units) => ending in units && unit.toLowerCase() in units)
  return scale ? scale[ending]! / scale[unit.toLowerCase()]! : 1
}

function shownValue(name: string, value: unknown, unit: string): string {
  if (typeof value === 'number')
    return (value * factor(name, unit)).toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each: unknown) => shownValue(name, each, unit)).join(', ')
  throw new Error(`${name} is no number, text, yes or no, or list of these`)
}

async function importModule(path: string): Promise<Exports> {
  const file = join(root, path)
  if (!existsSync(file)) throw new Error(`${path} does not exist`)
  return (await import(pathToFileURL(file).href)) as Exports
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check')
  for (const document of globSync('docs/**/*.md', { cwd: root }).toSorted()) {
    const file = join(root, document)
    const before = readFileSync(file, 'utf8')
    const { text, faults } = await checkDocument(document, before)
    // what can't be read stays a fault when the rest is written
    const left = isCheck ? faults : (await checkDocument(document, text)).faults
    if (!isCheck && text !== before) writeFileSync(file, text)
    for (const fault of left) console.error(fault)
    if (left.length > 0) process.exitCode = 1
  }
}
