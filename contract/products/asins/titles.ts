import { isCode, squeezed } from './codes.ts'

// What a title says, in forms that can be compared (docs/domain/asins.md, Normal forms).

const stopWords = new Set(
  'a an and the of for with by in on to from new w or at is as it its your'.split(' '),
)

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Runs of letters and digits, in their order. */
export const tokensOf = (title: string): string[] =>
  plain(title)
    .replace(/(\p{L})['’](s\b)/gu, '$1$2')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words that count, each once. */
export const wordsOf = (title: string): string[] => [
  ...new Set(tokensOf(title).filter((word) => !stopWords.has(word))),
]

const companyWords = new Set(
  'inc incorporated corp corporation co company ltd limited llc gmbh technologies technology electronics usa international group products industries'.split(
    ' ',
  ),
)
export type BrandAliases = ReadonlyMap<string, string>

/** A brand without its company form, and by the name it is usually known by. */
export function brandOf(text: string | null | undefined, aliases: BrandAliases): string {
  const tokens = tokensOf((text ?? '').replaceAll('&', ' and ').replaceAll('-', ' '))
  const kept = tokens.filter((word, i) => i === 0 || !companyWords.has(word))
  const brand = kept.join(' ')
  return aliases.get(brand) ?? brand
}

/** Codes as they are written in a title: `PS-LX350H`, `(KDL40S4100)`. */
export function codesOf(title: string): Set<string> {
  const codes = new Set<string>()
  for (const chunk of plain(title).split(/[\s,;()[\]"“”]+/)) {
    const code = squeezed(chunk)
    if (!isCode(code)) continue
    codes.add(code)
  }
  return codes
}

/** Neighboring runs joined, so that `KDL 40S4100` and `KDL-40S4100` are found by `KDL40S4100`. */
export function joinedCodesOf(title: string): Set<string> {
  const tokens = tokensOf(title)
  const codes = new Set<string>()
  for (let i = 0; i < tokens.length; i++) {
    let joined = ''
    for (let n = 0; n < 4 && i + n < tokens.length; n++) {
      joined += tokens[i + n] ?? ''
      if (isCode(joined)) codes.add(joined)
    }
  }
  return codes
}

const packPatterns = [
  /\b(?:pack|packs|set|box|case|carton|bundle|lot|bag|pkg|package)\s*(?:of|:)\s*(\d{1,4})\b/,
  /\b(\d{1,4})\s*-?\s*(?:packs?|pk|ct|count|pcs|pieces?|box|bx|set|carton|dis[ck]s? spindle)\b/,
  /\b(\d{1,4})\s*(?:\/|per)\s*(?:pack|pk|box|bx|carton|ct|case|set|bag|pkg)\b/,
] as const

/** How many pieces a title says it sells; undefined: it doesn't say. */
export function packOf(title: string): number | undefined {
  const text = plain(title)
  if (/\bhalf dozen\b/.test(text)) return 6
  if (/\bdozen\b/.test(text)) return 12
  for (const pattern of packPatterns) {
    const pieces = Number(pattern.exec(text)?.[1] ?? 0)
    if (pieces >= 1) return pieces
  }
  if (/\b(?:twin|dual|two)[ -]?pack\b/.test(text)) return 2
  return undefined
}

/** Units by the base unit that they are compared in. */
const units: Readonly<Record<string, readonly [base: string, factor: number]>> = {
  kb: ['GB', 1e-6],
  mb: ['GB', 0.001],
  gb: ['GB', 1],
  tb: ['GB', 1000],
  in: ['in', 1],
  inch: ['in', 1],
  inches: ['in', 1],
  '"': ['in', 1],
  '”': ['in', 1],
  ft: ['in', 12],
  feet: ['in', 12],
  foot: ['in', 12],
  mm: ['mm', 1],
  cm: ['mm', 10],
  oz: ['oz', 1],
  ounce: ['oz', 1],
  ounces: ['oz', 1],
  lb: ['oz', 16],
  lbs: ['oz', 16],
  pound: ['oz', 16],
  w: ['W', 1],
  watt: ['W', 1],
  watts: ['W', 1],
  v: ['V', 1],
  volt: ['V', 1],
  volts: ['V', 1],
  mah: ['mAh', 1],
  ghz: ['GHz', 1],
  mhz: ['GHz', 0.001],
  mp: ['MP', 1],
  megapixel: ['MP', 1],
  megapixels: ['MP', 1],
  sheet: ['sheets', 1],
  sheets: ['sheets', 1],
  user: ['users', 1],
  users: ['users', 1],
  ml: ['ml', 1],
  port: ['ports', 1],
  ports: ['ports', 1],
  outlet: ['outlets', 1],
  outlets: ['outlets', 1],
}
const measurePattern = new RegExp(
  `(?<![\\p{L}\\p{N}.]|\\p{L}-)(\\d+(?:[.,]\\d+)?)(?:[ -]?)(${Object.keys(units)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![\\p{L}\\p{N}])(?!\\s*1\\b)`,
  'gu',
)
/** Values by base unit: `2GB Flash, 6 ft` is GB 2 and in 72. */
export type Measures = ReadonlyMap<string, readonly number[]>

export function measuresOf(title: string): Measures {
  const found = new Map<string, number[]>()
  for (const [, digits = '', unit = ''] of plain(title)
    .replace(/(\d),(\d{3})\b/g, '$1$2')
    .matchAll(measurePattern)) {
    const [base, factor] = units[unit] ?? ['', 1]
    const value = Number(digits.replace(',', '.')) * factor
    found.set(base, [...(found.get(base) ?? []), value])
  }
  return found
}

const colorWords: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'black white red blue green yellow silver pink purple orange brown gold beige ivory cyan magenta bronze navy teal burgundy charcoal turquoise lavender maroon olive violet cream copper lime graphite pearl onyx'
      .split(' ')
      .map((color) => [color, color]),
    [
      ['grey', 'gray'],
      ['gray', 'gray'],
      ['blk', 'black'],
      ['wht', 'white'],
      ['slv', 'silver'],
      ['violet', 'purple'],
      ['graphite', 'gray'],
      ['charcoal', 'gray'],
      ['onyx', 'black'],
      ['pearl', 'white'],
      ['titanium', 'gray'],
    ],
  ].flat(1) as [string, string][],
)
export const colorsOf = (tokens: readonly string[]): string[] => [
  ...new Set(tokens.flatMap((word) => (Object.hasOwn(colorWords, word) ? (colorWords[word] ?? []) : []))),
]

/** The sizes and colors that a title says, in the units that are compared: `18 V, 72 in, black`. */
export const sizeText = (title: string): string =>
  [
    ...[...measuresOf(title)].map(
      ([unit, values]) =>
        `${[...new Set(values)].map((value) => Number(value.toFixed(3))).join(' / ')} ${unit}`,
    ),
    ...colorsOf(tokensOf(title)),
  ].join(', ')

/** What makes it another offer, if only one of two titles says it. */
const kindWords: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'remanufactured',
    /\b(remanufactured|refurbished|refurb|renewed|recertified|reconditioned|reman|used|open box)\b/,
  ],
  [
    'compatible',
    /(?<!\b(?:pfc|client|windows|vista|mac|pc|usb|hdmi|3d) )\bcompatible\b|\b(generic|replaces|replacement for|equivalent)\b/,
  ],
  ['bundle', /\b(bundle|bundled|combo pack)\b/],
  ['upgrade', /\b(upgrade|upg)\b/],
  ['license', /\b(license|licence|licenses|lic)\b/],
  ['Mac', /^(?!.*\b(windows|pc|win|vista|xp)\b).*\b(mac|macintosh|osx)\b/],
]
/** What kind of thing it is, if only one of two titles says it. */
const thingWords: readonly (readonly [thing: string, pattern: RegExp])[] = [
  ['case', /\b(case|cover|sleeve|pouch|skin|bag|holster)s?\b/],
  ['cable', /\b(cable|cord|wire)s?\b/],
  ['kit', /\b(kit|set)s?\b/],
  ['battery', /\b(battery|batteries)\b/],
]
const matching = (title: string, words: readonly (readonly [string, RegExp])[]) =>
  words.filter(([, pattern]) => pattern.test(title)).map(([name]) => name)
export const kindsOf = (title: string): string[] => matching(plain(title), kindWords)
export const thingsOf = (title: string): string[] => matching(plain(title), thingWords)

/** What it is made for: the first word behind `for`. */
export const madeFor = (title: string): string | undefined =>
  /\b(?:for|fits)\s+(?:the |use with |your )?([\p{L}\p{N}]+)/u.exec(plain(title))?.[1]
