import type { DriftResult, Result } from './collection.ts'

const scopes = ['all', '1/8', '2 %', 'one part'] as const
const classes: [title: string, of: RegExp][] = [
  ['SKUs', /^SKU|another supplier/],
  ['prices', /price|cost|decimal|currency’s|weights/],
  ['currency', /^currency/],
  ['stock', /stock|quantit/],
  ['texts, codes, brands', /title|image|code|description|brand|categor|rows shifted/],
  ['file and columns', /./],
]
const classOf = (name: string): string =>
  (/^column|^header/.test(name) ? classes.at(-1)! : classes.find(([, pattern]) => pattern.test(name))!)[0]

/** The tables of docs/performance.md, the open half of the feeds and the sealed one apart. */
export function report(results: readonly Result[], drifts: readonly DriftResult[]): void {
  for (const [title, isSealed] of [
    ['Feeds that floors are tuned by', false],
    ['Sealed feeds', true],
  ] as const) {
    const half = results.filter((r) => r.sealed === isSealed)
    if (half.length === 0) continue
    console.log(`\n${title}\n`)
    harmTable(half.filter((r) => r.kind === 'harm'))
    honestTable(half.filter((r) => r.kind !== 'harm'))
    driftTable(drifts.filter((d) => d.sealed === isSealed))
  }
  costs(results)
  faults(results, drifts)
}

function harmTable(harm: readonly Result[]): void {
  console.log(
    `| harm applied | ${scopes.join(' | ')} | said rightly |\n| --- | --- | --- | --- | --- | --- |`,
  )
  const row = (title: string, rowResults: readonly Result[]) => {
    const cell = (cellResults: readonly Result[]) =>
      cellResults.length ? `${cellResults.filter((r) => !r.held).length} of ${cellResults.length}` : ''
    const cells = scopes.map((scope) => cell(rowResults.filter((r) => r.scope === scope)))
    const heldResults = rowResults.filter((r) => r.held)
    console.log(
      `| ${title} | ${cells.join(' | ')} | ${heldResults.filter((r) => r.right).length} of ${heldResults.length} |`,
    )
  }
  for (const [title] of classes)
    row(
      title,
      harm.filter((r) => classOf(r.name) === title),
    )
  row('together', harm)
}

function honestTable(honest: readonly Result[]): void {
  const part = (partResults: readonly Result[]) =>
    `${partResults.filter((r) => r.held).length} of ${partResults.length}`
  const days = honest.filter((r) => r.kind === 'day')
  const cases = honest.filter((r) => r.kind === 'honest')
  console.log(`\nHonest held: ordinary days ${part(days)}, other honest files ${part(cases)}\n`)
}

function driftTable(drifts: readonly DriftResult[]): void {
  if (drifts.length === 0) return
  console.log('| drift | stopped on day | harmed by then |\n| --- | --- | --- |')
  for (const [name, driftResults] of Map.groupBy(drifts, (d) => d.name)) {
    const days = driftResults.map((d) => d.day ?? Number.POSITIVE_INFINITY)
    const dayText = (n: number) => (n === Number.POSITIVE_INFINITY ? 'never' : String(n))
    const [first, last] = [Math.min(...days), Math.max(...days)]
    const mostHarmed = Math.max(...driftResults.map((d) => d.harmed)) * 100
    const span = first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`
    console.log(
      `| ${name} (${driftResults.length} feeds) | ${span} | ${driftResults[0]!.harmful ? `at most ${mostHarmed.toFixed(1)} %` : ''} |`,
    )
  }
}

function costs(results: readonly Result[]): void {
  const large = results.filter((r) => r.feed === 'warehouse' && r.ms.compare > 0)
  if (large.length === 0) return
  console.log('\n50,000 products')
  const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
  const days = large.filter((r) => r.ms.whole > 0)
  if (days.length > 0) {
    const [gate, whole] = [middle(days.map((r) => r.ms.gate)), middle(days.map((r) => r.ms.whole))]
    const share = middle(days.map((r) => (100 * r.ms.gate) / r.ms.whole)).toFixed(1)
    console.log(`a whole run: ${whole} ms, its gate ${gate} ms, ${share} % (medians of ${days.length} days)`)
  }
  const countOf = (name: string, someResults: readonly Result[]) =>
    someResults.length &&
    console.log(
      `${name}: compare ${middle(someResults.map((r) => r.ms.compare))} ms, gate ${middle(someResults.map((r) => r.ms.gate))} ms (medians of ${someResults.length})`,
    )
  countOf(
    'all changed',
    large.filter((r) => r.scope === 'all' && r.kind === 'harm'),
  )
  countOf(
    '1/8 changed',
    large.filter((r) => r.scope === '1/8'),
  )
  countOf(
    '2 % changed',
    large.filter((r) => r.scope === '2 %'),
  )
}

function faults(results: readonly Result[], drifts: readonly DriftResult[]): void {
  const wrong = results.filter((r) => !r.right)
  console.log(`\n${wrong.length} of ${results.length} not as they should be`)
  for (const r of wrong) {
    const harmOutcome = r.held ? `said ${r.cause}` : 'applied'
    const outcome = r.kind === 'harm' ? harmOutcome : 'held'
    const near = r.measures
      .slice(0, 4)
      .map((m) => `${m.name} ${m.window} ${m.part ?? m.field ?? ''} ${m.value}/${m.hold}`)
    const feedName = `${r.feed}${r.sealed ? ' (sealed)' : ''}`
    console.log(
      `- ${feedName}: ${r.name}, ${r.scope}: ${outcome}. ${r.sentence.slice(0, 160)} [${near.join('; ')}]`,
    )
  }
  for (const d of drifts.filter((d) => !d.right))
    console.log(
      `- ${d.feed}${d.sealed ? ' (sealed)' : ''}: ${d.name}: day ${d.day ?? 'none'}, said ${d.cause}`,
    )
}
