import { isStrongCode } from './codes.ts'
import { namesBrand, type Features } from './features.ts'
import { similarSpelling } from './jaro-winkler.ts'

/** Which words and codes are rare, in the catalog that is searched. */
export interface Corpus {
  /** The rarer a word, the more. */
  weight(word: string): number
  /** How many items have a code. */
  holders(code: string): number
}

export const reasonCodes = [
  'barcode',
  'model',
  'code',
  'model_in_title',
  'model_ending',
  'common_code',
  'brand',
  'brand_in_title',
  'brand_spelling',
  'words',
  'same_words',
  'price',
  'chosen_for_barcode',
  'in_file',
  'other_model',
  'no_code',
  'other_brand',
  'other_size',
  'other_pack',
  'other_color',
  'other_kind',
  'other_thing',
  'other_price',
  'also_for',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** Why a candidate is the product, or isn't; negative points speak against it. */
export interface Reason {
  code: ReasonCode
  points: number
  /** What the product's side says, or both. */
  ours?: string
  theirs?: string
}

export interface Pair {
  /** 0 to 100 */
  score: number
  /** All points, of which the score shows up to 100. */
  sum: number
  reasons: Reason[]
  /** A barcode, a model number or a code that hardly two products share. */
  isStrong: boolean
  hasBrand: boolean
}

export const matchClasses = ['green', 'amber', 'grey', 'none'] as const
export type MatchClass = (typeof matchClasses)[number]
export const scoreOf = { sure: 60, perhaps: 40, ahead: 10 } as const

const points = {
  barcode: 50,
  model: 45,
  code: 40,
  model_in_title: 35,
  model_ending: 18,
  common_code: 12,
  brand: 12,
  brand_in_title: 9,
  brand_spelling: 6,
  words: 45,
  same_words: 12,
  price: 6,
  other_model: -12,
  no_code: -15,
  other_brand: -12,
  other_size: -25,
  other_size_same_model: -8,
  other_pack: -22,
  other_color: -25,
  other_kind: -25,
  other_thing: -8,
  other_price: -12,
  chosen_for_barcode: 50,
  in_file: 40,
} as const

const first = <T>(values: Iterable<T>, wanted: (value: T) => boolean): T | undefined => {
  for (const value of values) if (wanted(value)) return value
  return undefined
}

interface CodeFinding {
  reasons: Reason[]
  isStrong: boolean
  sameModel: boolean
}

/** A supplier's own number that is the other's model number. */
const sharedNumber = (one: Features, other: Features) =>
  first(one.numbers, (code) => isStrongModel(code) && (other.models.has(code) || other.numbers.has(code)))

/** A field says it is a model number, so fewer digits do than in a title. */
const isStrongModel = (code: string) => code.length >= 5

/** Its title has a code, but not that of its own field. */
const contradictsItself = (features: Features) =>
  features.models.size > 0 &&
  first(features.codes, isStrongCode) !== undefined &&
  first(features.models, (code) => features.codes.has(code) || features.joined.has(code)) === undefined

const has = (features: Features, code: string) =>
  features.models.has(code) || features.codes.has(code) || features.joined.has(code)
const hasAnyCode = ({ models, codes }: Features) =>
  models.size > 0 || first(codes, isStrongCode) !== undefined

/** What barcodes, model numbers and codes in titles say. */
function compareCodes(product: Features, listing: Features, corpus: Corpus): CodeFinding {
  const gtin = first(product.gtins, (code) => listing.gtins.has(code))
  const model =
    first(product.models, (code) => listing.models.has(code)) ??
    sharedNumber(product, listing) ??
    sharedNumber(listing, product)
  const reasons: Reason[] = []
  if (gtin) reasons.push({ code: 'barcode', points: points.barcode, ours: gtin })
  if (model) {
    reasons.push({ code: 'model', points: points.model, ours: model })
    return { reasons, isStrong: true, sameModel: true }
  }
  const modelInTitle =
    first(product.models, (code) => has(listing, code)) ??
    first(listing.models, (code) => has(product, code)) ??
    first(product.numbers, (code) => isStrongCode(code) && has(listing, code)) ??
    first(listing.numbers, (code) => isStrongCode(code) && has(product, code))
  if (modelInTitle) {
    reasons.push({ code: 'model_in_title', points: points.model_in_title, ours: modelInTitle })
    const isModelOfBoth = product.models.size > 0 && listing.models.size > 0
    const isStrong = gtin !== undefined || (!isModelOfBoth && isStrongModel(modelInTitle))
    return { reasons, isStrong, sameModel: true }
  }
  const haveModels = product.models.size > 0 && listing.models.size > 0
  const isTrusted = !haveModels && !contradictsItself(product) && !contradictsItself(listing)
  const code = sharedCode(product, listing, corpus)
  const isStrong = gtin !== undefined || (isTrusted && code?.code === 'code')
  const ending = isTrusted && code?.code === 'code' ? undefined : modelEnding(product, listing)
  if (ending) return { reasons: [...reasons, ending], isStrong, sameModel: false }
  if (code) reasons.push(code)
  if (gtin === undefined && haveModels)
    reasons.push({
      code: 'other_model',
      points: points.other_model,
      ours: product.modelText,
      theirs: listing.modelText,
    })
  else if (!gtin && !code && hasAnyCode(product) && hasAnyCode(listing))
    reasons.push({ code: 'no_code', points: points.no_code })
  return { reasons, isStrong, sameModel: false }
}

/** Models that differ only in up to three characters at the end: another color or pack of one series. */
function modelEnding(product: Features, listing: Features): Reason | undefined {
  const productCodes = [...product.models, ...product.codes]
  const listingCodes = [...listing.models, ...listing.codes]
  for (const a of productCodes)
    for (const b of listingCodes) {
      const [short, long] = a.length < b.length ? [a, b] : [b, a]
      if (short.length < 5 || long.length - short.length > 3 || short === long) continue
      if (!long.startsWith(short) && !long.endsWith(short)) continue
      return { code: 'model_ending', points: points.model_ending, ours: a, theirs: b }
    }
  return undefined
}

/** The rarest code that stands in both titles. */
function sharedCode(product: Features, listing: Features, corpus: Corpus): Reason | undefined {
  const shared = new Set<string>()
  for (const code of [...product.codes, ...product.models]) if (has(listing, code)) shared.add(code)
  for (const code of [...listing.codes, ...listing.models]) if (has(product, code)) shared.add(code)
  if (shared.size === 0) return undefined
  const strong = first(shared, (code) => isStrongCode(code) && corpus.holders(code) <= 3)
  if (strong) return { code: 'code', points: points.code, ours: strong }
  const [common = ''] = [...shared].toSorted((a, b) => corpus.holders(a) - corpus.holders(b))
  return {
    code: 'common_code',
    points: points.common_code,
    ours: common,
    theirs: String(Math.max(0, corpus.holders(common) - 1)),
  }
}

function compareBrands(product: Features, listing: Features): { reasons: Reason[]; hasBrand: boolean } {
  if (!product.brand || !listing.brand) return { reasons: [], hasBrand: false }
  if (product.brand === listing.brand)
    return { reasons: [{ code: 'brand', points: points.brand, ours: product.brand }], hasBrand: true }
  const named = [
    namesBrand(listing, product.brand) ? product.brand : undefined,
    namesBrand(product, listing.brand) ? listing.brand : undefined,
  ].find((brand) => brand !== undefined)
  if (named)
    return {
      reasons: [{ code: 'brand_in_title', points: points.brand_in_title, ours: named }],
      hasBrand: true,
    }
  if (similarSpelling(product.brand, listing.brand) >= 0.9)
    return {
      reasons: [
        { code: 'brand_spelling', points: points.brand_spelling, ours: product.brand, theirs: listing.brand },
      ],
      hasBrand: false,
    }
  // without a field the first word is only a guess
  if (!product.hasBrandField || !listing.hasBrandField) return { reasons: [], hasBrand: false }
  return {
    reasons: [
      { code: 'other_brand', points: points.other_brand, ours: product.brand, theirs: listing.brand },
    ],
    hasBrand: false,
  }
}

/** How alike two titles are, 0 to 1: the cosine of their words, weighted by rarity. */
export function likeness(a: readonly string[], b: readonly string[], corpus: Corpus): number {
  const square = (words: readonly string[]) => words.reduce((sum, word) => sum + corpus.weight(word) ** 2, 0)
  const inB = new Set(b)
  const shared = square(a.filter((word) => inB.has(word)))
  return shared === 0 ? 0 : shared / Math.sqrt(square(a) * square(b))
}

const within = (a: number, b: number) => Math.abs(a - b) <= 0.03 * Math.max(a, b)

/** A measure that both titles have, with no value in common. */
function otherSize(product: Features, listing: Features): Omit<Reason, 'points'> | undefined {
  for (const [unit, values] of product.measures) {
    const others = listing.measures.get(unit)
    if (!others || values.some((value) => others.some((other) => within(value, other)))) continue
    return { code: 'other_size', ours: `${values[0]} ${unit}`, theirs: `${others[0]} ${unit}` }
  }
  return undefined
}

const onlyOne = (a: readonly string[], b: readonly string[]): string | undefined =>
  a.find((word) => !b.includes(word)) ?? b.find((word) => !a.includes(word))

/** What speaks against the candidate: another size, pack, color or kind, or a price far away. */
function differences(product: Features, listing: Features, sameModel: boolean): Reason[] {
  const reasons: Reason[] = []
  const size = otherSize(product, listing)
  if (size) reasons.push({ ...size, points: sameModel ? points.other_size_same_model : points.other_size })
  if (product.pack !== listing.pack)
    reasons.push({
      code: 'other_pack',
      points: points.other_pack,
      ours: String(product.pack),
      theirs: String(listing.pack),
    })
  const [ourColor, theirColor] = [product.colors[0], listing.colors[0]]
  if (ourColor && theirColor && !product.colors.some((color) => listing.colors.includes(color)))
    reasons.push({ code: 'other_color', points: points.other_color, ours: ourColor, theirs: theirColor })
  const kind = onlyOne(product.kinds, listing.kinds)
  if (kind) reasons.push({ code: 'other_kind', points: points.other_kind, ours: kind })
  else if (madeForOther(product, listing))
    reasons.push({
      code: 'other_kind',
      points: points.other_kind,
      ours: `for ${product.madeFor ?? listing.madeFor}`,
    })
  const thing = onlyOne(product.things, listing.things)
  if (thing) reasons.push({ code: 'other_thing', points: points.other_thing, ours: thing })
  return reasons
}

/** One is made for what the other is: a case for a phone and the phone. */
const madeForOther = (product: Features, listing: Features) =>
  isMadeFor(product, listing) !== isMadeFor(listing, product)
const isMadeFor = (one: Features, other: Features) =>
  one.madeFor !== undefined && one.brand !== one.madeFor && other.brand === one.madeFor

function comparePrices(product: Features, listing: Features): Reason[] {
  if (product.price === undefined || listing.price === undefined) return []
  const ratio = Math.max(product.price, listing.price) / Math.min(product.price, listing.price)
  if (ratio <= 1.35) return [{ code: 'price', points: points.price }]
  return ratio > 4
    ? [{ code: 'other_price', points: points.other_price, ours: (listing.price / product.price).toFixed(2) }]
    : []
}

/** How much speaks for two items being the same product. */
export function comparePair(product: Features, listing: Features, corpus: Corpus): Pair {
  const codes = compareCodes(product, listing, corpus)
  const brands = compareBrands(product, listing)
  const alike = likeness(product.words, listing.words, corpus)
  const against = differences(product, listing, codes.sameModel)
  const reasons: Reason[] = [...codes.reasons, ...brands.reasons]
  const wordPoints = Math.round(Math.min(1, alike / 0.85) * points.words)
  if (wordPoints > 0)
    reasons.push({ code: 'words', points: wordPoints, ours: String(Math.round(alike * 100)) })
  const speaksAgainst = against.length > 0 || reasons.some((reason) => reason.points < 0)
  if (alike >= 0.93 && brands.hasBrand && !speaksAgainst && hasAnyCode(product) === hasAnyCode(listing))
    reasons.push({ code: 'same_words', points: points.same_words })
  reasons.push(...comparePrices(product, listing), ...against)
  const sum = reasons.reduce((total, reason) => total + reason.points, 0)
  return {
    score: Math.max(0, Math.min(100, sum)),
    sum,
    reasons,
    isStrong: codes.isStrong,
    hasBrand: brands.hasBrand,
  }
}

/** Everything that a sure match needs of the pair alone. */
export const isSure = ({ score, reasons, isStrong, hasBrand }: Pair): boolean =>
  isStrong &&
  hasBrand &&
  score >= scoreOf.sure &&
  reasons.every((reason) => reason.points >= 0 && reason.code !== 'model_ending')

/** Sure but for one reason against it. */
const isNearlySure = ({ reasons, isStrong, hasBrand }: Pair): boolean =>
  isStrong && hasBrand && reasons.filter((reason) => reason.points < 0).length === 1

/**
 * The class of a candidate among all of its product: only one that is sure and clearly ahead of the others may
 * be accepted in bulk.
 * @param next the most points of the others
 */
export function classOf(pair: Pair, next: number): MatchClass {
  if (isSure(pair) && pair.sum - next >= scoreOf.ahead) return 'green'
  if (pair.score >= scoreOf.sure || isNearlySure(pair)) return 'amber'
  return pair.score >= scoreOf.perhaps ? 'grey' : 'none'
}

/** Candidates best first, each with its class. */
export function ranked<C extends { pair: Pair }>(candidates: readonly C[]): (C & { class: MatchClass })[] {
  const sorted = candidates.toSorted((a, b) => b.pair.sum - a.pair.sum)
  const best = sorted[0]?.pair.sum ?? 0
  const second = sorted[1]?.pair.sum ?? 0
  return sorted.map((candidate, i) => ({
    ...candidate,
    class: classOf(candidate.pair, i === 0 ? second : best),
  }))
}
