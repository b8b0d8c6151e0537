import type { BenchRequest } from '../client.ts'
import { charges } from './charges.ts'
import type { Measure } from '../measured.ts'

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const sorts = ['-issued', 'issued', '-total', 'total']
/** Common and rare filters, alone and combined, some without matches. */
const filters = [
  'kind=renewal',
  'kind=manual',
  'kind=credit_note',
  'state=paid',
  'state=open',
  'state=written_off',
  'state=open&kind=manual',
  'state=written_off&kind=manual',
  'state=paid&kind=manual&least=2000',
  'age=asked',
  'age=two_months',
  'age=older',
  'age=older&kind=manual',
  'age=older&least=2000',
  'least=2000',
  'least=2000&kind=credit_note',
  'least=100&most=100.50',
  `from=${ago(900)}&to=${ago(870)}`,
  `from=${ago(900)}&to=${ago(500)}&least=2150`,
  `from=${ago(900)}&to=${ago(899)}&kind=credit_note`,
  'from=2009-01-01&to=2009-12-31',
]
const searches = ['INV-1234567', 'CN-1234560', 'Payer 4321', '777', 'Payer', 'Payer 99', 'nobody at all']

/** The papers of the charges (`makeAllCharges`). */
export async function measurePapers(measure: Measure): Promise<void> {
  const list = (query: string, turn: number, page = 1): BenchRequest => ({
    method: 'GET',
    path: `/api/invoices?${query}&sort=${sorts[turn % sorts.length]}&page=${page}`,
  })
  const pick = <T>(all: readonly T[], turn: number): T => all[Math.floor(turn / sorts.length) % all.length]!
  const n = charges.toLocaleString('en-US')
  await measure(`GET invoices (${n} of all vendors), by page and sort`, 60, (t) =>
    list('', t, 1 + ((t * 37) % 200)),
  )
  await measure('… by each filter and several, either way', filters.length * sorts.length, (t) =>
    list(pick(filters, t), t),
  )
  await measure('… by page of what many filters let through', 60, (t) =>
    list(pick(['state=open', 'kind=credit_note', 'kind=manual', 'age=older'], t), t, 1 + ((t * 37) % 200)),
  )
  await measure('… by text, and by text and filters', searches.length * sorts.length * 2, (t) =>
    list(`search=${encodeURIComponent(pick(searches, t))}${t >= 28 ? '&state=open' : ''}`, t),
  )
  await measure('GET invoices/aging (60,000 open of the same)', 20, () => ({
    method: 'GET',
    path: '/api/invoices/aging',
  }))
}
