/** What a suggestion needs to know about a product. */
export interface Candidate {
  product_id: number
  sku: string
  title: string | null
  manufacturer: string | null
  wholesale_price: string | null
  parent_sku: string | null
  options: string | null
  /** The parent that it is already mapped to. */
  mapped_parent_sku?: string | null
}
export interface Guess {
  parent_sku: string
  title: string
  option_names: string[]
  option_values: string[]
  confidence: number
  why: string
}

const optionWords: Record<string, readonly string[]> = {
  Color: (
    'black,white,red,blue,green,yellow,orange,purple,pink,brown,grey,gray,silver,gold,beige,navy,' +
    'teal,ivory,charcoal,olive,crimson,sand,slate,forest,natural,walnut,oak'
  ).split(','),
  Size: 'xs,s,m,l,xl,xxl,2xl,3xl,small,medium,large,x-large,twin,full,queen,king'.split(','),
}
const sizeLike =
  /^\d+([.,]\d+)?\s?(in|inch|cm|mm|ft|oz|ml|l|lb|kg|g|gal|qt|pack|pc|pcs|ct)\.?$|^\d+x\d+(x\d+)?$/i

/** `Color: Red; Size: L` and similar, as a feed writes a product's options. */
export function readOptions(text: string | null): { names: string[]; values: string[] } | undefined {
  const pairs = (text ?? '')
    .split(/[;|\n]/)
    .map((part) => /^\s*([^:=]{1,60})[:=]\s*(.{1,200})$/.exec(part))
    .map((match) => [match?.[1]?.trim() ?? '', match?.[2]?.trim() ?? ''] as const)
    .filter(([name, value]) => name && value)
  return pairs.length ? { names: pairs.map((p) => p[0]), values: pairs.map((p) => p[1]) } : undefined
}

/**
 * The part of a title that names a variant: after the last comma, in brackets, or a last word that is a
 * color or size.
 */
export function splitTitle(title: string): { base: string; name: string; value: string } | undefined {
  const text = title.trim()
  const apart =
    /^(.{3,}?)\s*(?:,|\s[-–—|/])\s*([^,]{1,40})$/.exec(text) ??
    /^(.{3,}?)\s*[([]\s*([^)\]]{1,40}?)\s*[)\]]$/.exec(text)
  const [, base, value] = apart ?? /^(.+?)\s+(\S+)$/s.exec(text) ?? []
  if (!base || !value) return undefined
  const name = optionName(value) ?? (apart ? 'Option' : undefined)
  return name ? { base, name, value } : undefined
}

function optionName(value: string): string | undefined {
  const v = value.toLowerCase()
  for (const [name, words] of Object.entries(optionWords))
    if (words.includes(v) || v.split(/[\s/-]+/).every((w) => words.includes(w))) return name
  return sizeLike.test(v) ? 'Size' : undefined
}

/**
 * What products that may be variants of each other have in common: the feed's own parent SKU, else brand
 * and title without its last part.
 */
export function familyOf(p: Candidate): string | undefined {
  if (p.parent_sku && p.parent_sku !== p.sku) return `sku:${p.parent_sku.toLowerCase()}`
  const split = p.title ? splitTitle(p.title) : undefined
  return split ? `title:${(p.manufacturer ?? '').toLowerCase()}|${split.base.toLowerCase()}` : undefined
}

/**
 * A parent for a product, with a confidence from 0 to 1: 0.98 if the feed says so; 0.9 for a sibling with
 * the same brand and a title that differs by a color or size, 0.7 by another word; less if the siblings'
 * prices are far apart. Undefined if nothing is similar.
 */
export function guessParent(p: Candidate, siblings: readonly Candidate[]): Guess | undefined {
  const ownOptions = readOptions(p.options)
  if (p.parent_sku && p.parent_sku !== p.sku) {
    const split = p.title ? splitTitle(p.title) : undefined
    const { names, values } = ownOptions ?? {
      names: [split?.name ?? 'Option'],
      values: [split?.value ?? p.sku],
    }
    return {
      parent_sku: p.parent_sku,
      title: split?.base ?? p.title ?? p.parent_sku,
      option_names: names,
      option_values: values,
      confidence: ownOptions ? 0.98 : 0.9,
      why: 'The feed names this parent',
    }
  }
  const split = p.title ? splitTitle(p.title) : undefined
  if (!split || siblings.length < 2) return undefined
  const namedSiblings = siblings
    .flatMap((s) => (s.title ? (splitTitle(s.title)?.name ?? []) : []))
    .filter((name) => name !== 'Option')
  const name = mostCommon(namedSiblings) ?? 'Option'
  const prices = siblings.map((s) => Number(s.wholesale_price)).filter((n) => n > 0)
  const spread = prices.length > 1 ? Math.max(...prices) / Math.min(...prices) : 1
  const sure = (name === 'Option' ? 0.7 : 0.9) - doubtOfSpread(spread) - (p.manufacturer ? 0 : 0.1)
  return {
    parent_sku:
      siblings.find((s) => s.mapped_parent_sku)?.mapped_parent_sku ?? sharedSku(siblings.map((s) => s.sku)),
    title: split.base,
    option_names: ownOptions?.names ?? [name],
    option_values: ownOptions?.values ?? [split.value],
    confidence: Math.round(sure * 100) / 100,
    why:
      `${siblings.length} products of ${p.manufacturer ?? 'no brand'} share “${split.base}”` +
      (spread > 1.6 ? ', but prices differ widely' : ''),
  }
}

/**
 * The common beginning of the siblings' SKUs up to a separator, if it has more than one part (a single
 * part is usually the supplier's prefix); else the first SKU with a suffix.
 */
function sharedSku(skus: readonly string[]): string {
  let [start = ''] = skus
  for (const sku of skus) while (!sku.startsWith(start)) start = start.slice(0, -1)
  const whole = /^(.*[^\s._/-][\s._/-]+[^\s._/-]+)[\s._/-]+[^\s._/-]*$/.exec(start)?.[1]
  return whole && !skus.includes(whole) ? whole : `${skus[0]}-PARENT`
}

function mostCommon(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** Prices far apart make a shared parent less likely. */
function doubtOfSpread(spread: number): number {
  if (spread > 3) return 0.3
  return spread > 1.6 ? 0.12 : 0
}
