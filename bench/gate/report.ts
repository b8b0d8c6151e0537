import type { Drifted, Result } from './collection.ts'

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
  (/^column|^header/.test(name) ? classes.at(-1)! : classes.find(([, of]) => of.test(name))!)[0]

/** The tables of docs/performance.md, the open half of the feeds and the sealed one apart. */
export function report(results: readonly Result[], drifted: readonly Drifted[]): void {
  for (const [title, sealed] of [
    ['Feeds that floors are tuned by', false],
    ['Sealed feeds', true],
  ] as const) {
    const half = results.filter((r) => r.sealed === sealed)
    if (half.length === 0) continue
    console.log(`\n${title}\n`)
    harmTable(half.filter((r) => r.kind === 'harm'))
    honestTable(half.filter((r) => r.kind !== 'harm'))
    driftTable(drifted.filter((d) => d.sealed === sealed))
  }
  costs(results)
  faults(results, drifted)
}

function harmTable(harm: readonly Result[]): void {
  console.log(
    `| harm applied | ${scopes.join(' | ')} | said rightly |\n| --- | --- | --- | --- | --- | --- |`,
  )
  const row = (title: string, of: readonly Result[]) => {
    const cell = (some: readonly Result[]) =>
      some.length ? `${some.filter((r) => !r.held).length} of ${some.length}` : ''
    const cells = scopes.map((scope) => cell(of.filter((r) => r.scope === scope)))
    const held = of.filter((r) => r.held)
    console.log(
      `| ${title} | ${cells.join(' | ')} | ${held.filter((r) => r.right).length} of ${held.length} |`,
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
  const part = (of: readonly Result[]) => `${of.filter((r) => r.held).length} of ${of.length}`
  const days = honest.filter((r) => r.kind === 'day')
  const cases = honest.filter((r) => r.kind === 'honest')
  console.log(`\nHonest held: ordinary days ${part(days)}, other honest files ${part(cases)}\n`)
}

function driftTable(drifted: readonly Drifted[]): void {
  if (drifted.length === 0) return
  console.log('| drift | stopped on day | harmed by then |\n| --- | --- | --- |')
  for (const [name, of] of Map.groupBy(drifted, (d) => d.name)) {
    const days = of.map((d) => d.day ?? Number.POSITIVE_INFINITY)
    const shown = (n: number) => (n === Number.POSITIVE_INFINITY ? 'never' : String(n))
    const [first, last] = [Math.min(...days), Math.max(...days)]
    const most = Math.max(...of.map((d) => d.harmed)) * 100
    const span = first === last ? shown(first) : `${shown(first)} to ${shown(last)}`
    console.log(
      `| ${name} (${of.length} feeds) | ${span} | ${of[0]!.harmful ? `at most ${most.toFixed(1)} %` : ''} |`,
    )
  }
}

function costs(results: readonly Result[]): void {
  const large = results.filter((r) => r.feed === 'warehouse' && r.ms.compare > 0)
  if (large.length === 0) return
  console.log('\n50,000 products')
  const middle = (of: readonly number[]) => of.toSorted((a, b) => a - b)[of.length >> 1]!
  const days = large.filter((r) => r.ms.whole > 0)
  if (days.length > 0) {
    const [gate, whole] = [middle(days.map((r) => r.ms.gate)), middle(days.map((r) => r.ms.whole))]
    const share = middle(days.map((r) => (100 * r.ms.gate) / r.ms.whole)).toFixed(1)
    console.log(`a whole run: ${whole} ms, its gate ${gate} ms, ${share} % (medians of ${days.length} days)`)
  }
  const of = (name: string, some: readonly Result[]) =>
    some.length &&
    console.log(
      `${name}: compare ${middle(some.map((r) => r.ms.compare))} ms, gate ${middle(some.map((r) => r.ms.gate))} ms (medians of ${some.length})`,
    )
  of(
    'all changed',
    large.filter((r) => r.scope === 'all' && r.kind === 'harm'),
  )
  of(
    '1/8 changed',
    large.filter((r) => r.scope === '1/8'),
  )
  of(
    '2 % changed',
    large.filter((r) => r.scope === '2 %'),
  )
}

function faults(results: readonly Result[], drifted: readonly Drifted[]): void {
  const wrong = results.filter((r) => !r.right)
  console.log(`\n${wrong.length} of ${results.length} not as they should be`)
  for (const r of wrong) {
    const what = r.kind === 'harm' ? (r.held ? `said ${r.cause}` : 'applied') : 'held'
    const near = r.measures
      .slice(0, 4)
      .map((m) => `${m.name} ${m.window} ${m.part ?? m.field ?? ''} ${m.value}/${m.hold}`)
    const whose = `${r.feed}${r.sealed ? ' (sealed)' : ''}`
    console.log(
      `- ${whose}: ${r.name}, ${r.scope}: ${what}. ${r.sentence.slice(0, 160)} [${near.join('; ')}]`,
    )
  }
  for (const d of drifted.filter((d) => !d.right))
    console.log(
      `- ${d.feed}${d.sealed ? ' (sealed)' : ''}: ${d.name}: day ${d.day ?? 'none'}, said ${d.cause}`,
    )
}
