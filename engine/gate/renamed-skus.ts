/** A way in which the new SKUs may have been made from the old ones, or the old ones from the new. */
interface Way {
  /** The shorter or plainer SKU made from the other one, by which its counterpart is looked up. */
  make(sku: string): string
  /** What the new SKUs look like if they are the longer ones, and if they are the shorter ones. */
  added(cut: string): string
  removed(cut: string): string
  /** The part that `make` removes. */
  cut(sku: string): string
}

const way = (make: Way['make'], addedText: string, removedText: string): Way => ({
  make,
  added: () => `they match the old SKUs ${addedText}`,
  removed: () => `they match the old SKUs ${removedText}`,
  cut: () => '',
})
const affix = (make: Way['make'], cut: Way['cut'], side: string): Way => ({
  make,
  cut,
  added: (text) => `they match the old SKUs with ${text} ${side} them`,
  removed: (text) => `they match the old SKUs without ${text} ${side} them`,
})
const lengths = [1, 2, 3, 4, 5, 6, 7, 8]
const ways: readonly Way[] = [
  way((s) => s.toLowerCase(), 'in uppercase', 'in lowercase'),
  way((s) => s.toUpperCase(), 'in lowercase', 'in uppercase'),
  way((s) => s.replace(/^0+/, ''), 'with leading zeros', 'without leading zeros'),
  way((s) => s.replace(/[^\p{L}\p{N}]/gu, ''), 'with punctuation', 'without punctuation'),
  ...lengths.map((k) =>
    affix(
      (s) => s.slice(k),
      (s) => s.slice(0, k),
      'before',
    ),
  ),
  ...lengths.map((k) =>
    affix(
      (s) => s.slice(0, -k),
      (s) => s.slice(-k),
      'after',
    ),
  ),
]

/** The SKUs to look up for a sample: each way's result, if it differs from the SKU. */
export const candidates = (skus: readonly string[]): string[] => [
  ...new Set(
    skus.flatMap((sku) =>
      ways.map((way) => way.make(sku)).filter((oldSku) => oldSku !== '' && oldSku !== sku),
    ),
  ),
]

export interface Explanation {
  /** The share of the sampled SKUs, from 0 to 1. */
  share: number
  reason: string
}

/**
 * The way that explains most of a sample's SKUs.
 * @param existingSkus the looked-up SKUs that exist on the other side
 * @param longer which side the sample comes from
 */
export function explain(
  sample: readonly string[],
  existingSkus: ReadonlySet<string>,
  longer: 'new' | 'old',
): Explanation | undefined {
  let best: { way: Way; hits: string[] } | undefined
  for (const way of ways) {
    const hits = sample.filter((sku) => {
      const oldSku = way.make(sku)
      return oldSku !== sku && existingSkus.has(oldSku)
    })
    if (hits.length > (best?.hits.length ?? 0)) best = { way, hits }
  }
  if (!best) return undefined
  const { way, hits } = best
  const [text, times] = commonest(hits.map((sku) => way.cut(sku)))
  const cut = times >= hits.length * 0.8 ? `“${text}”` : `${text.length} characters`
  return { share: hits.length / sample.length, reason: longer === 'new' ? way.added(cut) : way.removed(cut) }
}

function commonest(texts: readonly string[]): [text: string, times: number] {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times].reduce((a, b) => (b[1] > a[1] ? b : a))
}
