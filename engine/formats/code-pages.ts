import iconv from 'iconv-lite'

/**
 * The letters beyond ASCII that languages use, by the code page that writes them. Of two that read a text equally
 * well, the first wins.
 */
const alphabets: readonly (readonly [encoding: string, ...letters: string[]])[] = [
  [
    'windows-1252',
    'äöüß',
    'éèêëàâçôîïûùüœæ',
    'áéíóúñü',
    'áâãàçéêíóôõú',
    'àèéìòù',
    'éëïöüèá',
    'åäöé',
    'æøåé',
    'áðéíóúýþæö',
    'äöõü',
  ],
  ['windows-1250', 'ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  [
    'windows-1251',
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
    'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
    'абвгдежзијклљмнњопрстћуфхцчџшђ',
  ],
  ['koi8-r', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'],
  ['cp866', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'],
  ['windows-1254', 'çğıöşüâî'],
  ['windows-1257', 'ąčęėįšųūž', 'āčēģīķļņšūž'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'],
  ['iso-8859-2', 'ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áéíóöőúüű'],
]

/** Signs that stand between letters or right after them. */
const betweenLetters = new Set("’'‘`´·-–®™°²³”“»…")
/** Signs that stand before or after a word. */
const besideLetters = /[„“”«»€£©$§№—–¿¡,]/
const sign = /[\p{S}\p{P}\p{Zs}ªº²³¹¼½¾]/u
const letter = /\p{L}/u

/** The page whose languages write most of a text's letters, of those that have one byte for each. */
export function likeliestCodePage(bytes: Buffer): { encoding: string; score: number } {
  let best = { encoding: 'windows-1252', score: -Infinity }
  for (const [encoding, ...languages] of alphabets) {
    const text = iconv.decode(bytes, encoding)
    const all = new Set(languages.join(''))
    for (const language of languages) {
      const score = scoreOf(text, new Set(language), all)
      if (score > best.score + 1e-9) best = { encoding, score }
    }
  }
  return best
}

const otherScript = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** A script of its own makes words, not only letters among others. */
const otherWord = /[\p{Script=Cyrillic}\p{Script=Greek}]{3}/u

/** How well a language explains the signs beyond ASCII, at best 1 each. */
function scoreOf(text: string, language: ReadonlySet<string>, all: ReadonlySet<string>): number {
  if (otherScript.test([...language].join('')) && !otherWord.test(text)) return -1
  let score = 0
  let signs = 0
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 128) continue
    signs++
    score += weigh(text[i] ?? '', { before: text[i - 1] ?? ' ', after: text[i + 1] ?? ' ' }, language, all)
  }
  return signs === 0 ? 0 : score / signs
}

function weigh(
  c: string,
  { before, after }: { before: string; after: string },
  language: ReadonlySet<string>,
  all: ReadonlySet<string>,
): number {
  if (c === '\uFFFD' || c < '\u00A0') return -5
  if (letter.test(c) && c !== 'ª' && c !== 'º') {
    const small = c === 'İ' ? 'ı' : c.toLowerCase()
    // a capital within a word is a small letter of another page
    const isMisplaced = c !== small && /\p{Ll}/u.test(before)
    // a currency's sign is a capital of other pages
    if (c !== small && /\d/.test(after)) return -0.5
    // a letter alone is as likely a sign of another page
    if (!letter.test(before) && !letter.test(after)) return Math.min(0, weightOf(small, language, all))
    // no word has letters of two scripts
    const isMixed = !/\p{Script=Latin}/u.test(c) && (/[a-z]/i.test(before) || /[a-z]/i.test(after))
    return weightOf(small, language, all) - (isMisplaced ? 1.5 : 0) - (isMixed ? 1.5 : 0)
  }
  if (!sign.test(c)) return -1
  if (betweenLetters.has(c)) return 0.2
  const neighbors = [before, after].filter((neighbor) => letter.test(neighbor)).length
  if (neighbors === 2) return -1
  return neighbors === 1 && !besideLetters.test(c) ? -0.5 : 0.2
}

function weightOf(small: string, language: ReadonlySet<string>, all: ReadonlySet<string>): number {
  if (language.has(small)) return 1
  return all.has(small) ? 0.3 : -1
}
