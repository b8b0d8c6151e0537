import iconv from 'iconv-lite'

/**
 * The letters beyond ASCII that languages use, by the code page that writes them. Of two that read a text equally
 * well, the first wins.
 */
const western = [
  'äöüß',
  'éèêëàâçôîïûùüœæ',
  'áéíóúñü',
  'áâãàçéêíóôõú',
  'àèéìòù',
  'éëïöüèá',
  'åäöé',
  'æøåé',
] as const
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'] as const
const alphabets: readonly (readonly [encoding: string, ...letters: string[]])[] = [
  ['windows-1252', ...western, 'áðéíóúýþæö', 'äöõü'],
  ['windows-1250', ...central],
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
  ['cp850', ...western],
  ['cp852', ...central],
  ['macintosh', ...western],
  ['maccenteuro', 'ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áéíóöőúüű'],
  ['maccyrillic', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'],
]
/** Pages of DOS and of old Macs, which read the quotes and dashes of Windows as letters. */
const rarePages = new Set(['cp850', 'cp852', 'macintosh', 'maccenteuro'])

/** Signs that stand between letters or right after them. */
const betweenLetters = new Set("’'‘`´·-–—®™°²³”“»…")
/** Signs that stand before or after a word. */
const besideLetters = /[„“”«»€£©$§№—–¿¡,•µ¼½¾×±]/
const sign = /[\p{S}\p{P}\p{Zs}ªº²³¹¼½¾µ]/u
const letter = /\p{L}/u

interface Likeliest {
  encoding: string
  /** At best 1. */
  score: number
  /** Whether another page reads it nearly as well, or the page is a rare one. */
  isUncertain: boolean
}

/** The page whose languages write most of a text's letters, of those that have one byte for each. */
export function likeliestCodePage(bytes: Buffer): Likeliest {
  const windows = iconv.decode(bytes, 'windows-1252')
  const readings = alphabets.map(([encoding, ...languages]) => {
    const text = iconv.decode(bytes, encoding)
    const all = new Set(languages.join(''))
    const isRare = rarePages.has(encoding)
    const scores = languages.map((language) =>
      scoreOf(text, new Set(language), { all, windows: isRare ? windows : undefined }),
    )
    return { encoding, text, score: Math.max(...scores) - (isRare ? rarePenalty : 0) }
  })
  let best = readings[0] ?? { encoding: 'windows-1252', text: windows, score: -Infinity }
  for (const reading of readings)
    if (reading.score > best.score + 1e-9 && (reading.score > rareScore || !rarePages.has(reading.encoding)))
      best = reading
  const isRare = rarePages.has(best.encoding)
  const hasEqual = readings.some(
    ({ encoding, text, score }) =>
      text !== best.text &&
      score > best.score - near &&
      score > (rarePages.has(encoding) ? rareScore / 2 : readable),
  )
  return { encoding: best.encoding, score: best.score, isUncertain: isRare || hasEqual }
}
const rarePenalty = 0.15
/** Text of such a page scores more. */
const rareScore = 0.3
/** Two readings within this of each other are both possible, if they are words at all. */
const near = 0.04
const readable = 0.5

const otherScript = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** A script of its own makes words, not only letters among others. */
const otherWord = /[\p{Script=Cyrillic}\p{Script=Greek}]{3}/u

/** How well a language explains the signs beyond ASCII, at best 1 each. */
function scoreOf(
  text: string,
  language: ReadonlySet<string>,
  { all, windows }: { all: ReadonlySet<string>; windows: string | undefined },
): number {
  if (otherScript.test([...language].join('')) && !otherWord.test(text)) return -1
  let score = 0
  let signs = 0
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 128) continue
    signs++
    const weight = weigh(
      text[i] ?? '',
      { before: text[i - 1] ?? ' ', after: text[i + 1] ?? ' ' },
      language,
      all,
    )
    const isSign = windows?.length === text.length && isPunctuation(windows, i)
    score += isSign ? Math.min(weight, 0.1) : weight
  }
  return signs === 0 ? 0 : score / signs
}

/** Whether a sign of Windows text is a quote, a dash or a mark where such signs are. */
function isPunctuation(text: string, i: number): boolean {
  const [before, c, after] = [text[i - 1] ?? ' ', text[i] ?? '', text[i + 1] ?? ' ']
  const [isAfterLetter, isBeforeLetter] = [letter.test(before), letter.test(after)]
  if (c === '’' || c === '‘') return true
  if ('“„•µ'.includes(c)) return !isAfterLetter
  if ('”…™'.includes(c)) return !isBeforeLetter
  return c === '—' || (c === '–' && !(/\p{Ll}/u.test(before) && /\p{Ll}/u.test(after)))
}

function weigh(
  c: string,
  { before, after }: { before: string; after: string },
  language: ReadonlySet<string>,
  all: ReadonlySet<string>,
): number {
  if (c === '\uFFFD' || c < '\u00A0') return -5
  if (letter.test(c) && !'ªºµ'.includes(c)) {
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
