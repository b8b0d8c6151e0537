import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement is prepared once it has come this often: most of the stage's statements never come again. */
const worthIt = 3
/** Statements remembered per process; the least recently used makes room. */
const mostTexts = 1000
const uses = new Map<string, { times: number; name: string }>()

/**
 * The name under which a session keeps a prepared statement; undefined if it isn't worth it. The same text
 * has the same name everywhere.
 */
export function nameOf(text: string): string | undefined {
  // the columns of a star change with a migration, which a cached plan would refuse
  if (/(select|,)\s*\*|\.\*/i.test(text)) return undefined
  const use = uses.get(text) ?? { times: 0, name: '' }
  uses.delete(text)
  const [oldest] = uses.keys()
  if (uses.size >= mostTexts && oldest !== undefined) uses.delete(oldest)
  use.times++
  if (use.times === worthIt) use.name = `f_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
  uses.set(text, use)
  return use.name || undefined
}

/**
 * A client whose sessions parse and plan a statement once instead of each time: planning is most of what a
 * short request costs (docs/performance.md). A pooler that hands sessions around between statements needs
 * PREPARED_STATEMENTS=off.
 */
export class PreparingClient extends pg.Client {
  override query: Query = ((first: unknown, values?: unknown, callback?: unknown) => {
    const name = typeof first === 'string' && Array.isArray(values) ? nameOf(first) : undefined
    const send = super.query.bind(this) as Sending
    return name ? send({ name, text: first, values }, callback) : send(first, values, callback)
  }) as Query
}

type Query = pg.Client['query']
/** The driver's eight overloads in one: arguments are passed through. */
type Sending = (...given: unknown[]) => unknown
