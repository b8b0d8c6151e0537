// The words that Feedstock doesn't use for people, each with what it says instead. It reads every text that
// `npm run texts` lists, and the documents.
//   node tools/words.ts                   all
//   node tools/words.ts web/areas/feeds   one folder or file
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '../contract/messages.ts'
import { allTexts, type Text } from './texts.ts'

const root = join(import.meta.dirname, '..')

/** A left-out word as a pattern, what to use instead, and phrases with that word that are fine. */
interface LeftOut {
  word: RegExp
  instead: string
  fine?: RegExp
  /** Documents for developers may use it: there a rule decides, a function takes an argument. */
  isFineInDocs?: true
}
const leftOut: readonly LeftOut[] = [
  { word: /\bmend(?:s|ed|ing)?\b|\bput right\b/, instead: 'fix, edit, resolve, correct' },
  {
    word: /\btold\b|\btells?\b(?! (?:us|you|me)\b)/,
    isFineInDocs: true,
    instead: 'sent, synced, notified, emailed, shows',
  },
  {
    word: /\basks?\b|\basked\b/,
    isFineInDocs: true,
    instead: 'required, needs, requests',
    fine: /\bask (?:us|someone|the|an?|your|them|support|finance)\b/,
  },
  { word: /\bstands?\b|\bstood\b/, instead: 'is, shows, appears, is listed' },
  {
    word: /\bgone\b|\bgoes\b|\bwent\b|\bgo(?:ing)? on\b|\bgo for\b/,
    fine: /\bwent through\b/,
    isFineInDocs: true,
    instead: 'removed, is sent, continues, resumes',
  },
  { word: /\bby hand\b/, instead: 'manually' },
  { word: /\banew\b/, instead: 'again, new' },
  { word: /\bbeg[aiu]ns?\b/, isFineInDocs: true, instead: 'starts, started' },
  {
    word: /\bas (?:it|they) (?:is|are|was|were|stands?|stood)\b|\bas is\b/,
    isFineInDocs: true,
    instead: 'unchanged, keep current value',
  },
  {
    word: /\bwell (?:again|since|now)\b|\b(?:is|are|was|isn’t|aren’t) well\b|\bended well\b|\bwent well\b/,
    instead: 'recovered, resolved, succeeded',
  },
  { word: /\bbehind\b/, isFineInDocs: true, instead: 'out of date, waiting to sync' },
  { word: /\blikest\b/, instead: 'best match, suggestions' },
  {
    word: /\bdone last\b|\bwhat is left\b|\bwithout room\b/,
    instead: 'last activity, score, hidden columns',
  },
  { word: /\bneeds? a person\b/, instead: 'needs attention' },
  {
    word: /\blets? (?:it |them )?(?:through|in)\b|\bdecides?\b|\bdecided\b/,
    isFineInDocs: true,
    instead: 'approve, reject',
  },
  {
    word: /\btakes?\b|\btook\b/,
    isFineInDocs: true,
    instead: 'is set up for, accepts, uses',
    fine: /\btakes? (?:effect|place|over|up to|about|longer|too long|more than|less than|a (?:moment|minute|while)|\{|\d|back|down|action)|\btook over\b|\bas long as it takes\b/,
  },
  { word: /\bgiven back\b|\bgives? back\b|\bdidn’t pay\b/, instead: 'refunded, declined' },
  {
    word: /\bbreaks? (?:off|down)\b|\bbroken off\b|\bbroke off\b|\bwhen it breaks\b/,
    instead: 'stopped, interrupted, problem, outage',
  },
  { word: /\bfigures?\b/, isFineInDocs: true, instead: 'stock and prices, numbers' },
  { word: /\blet in\b|\bhas no limit of\b|\bhas(?:n’t)? got\b/, instead: 'has access, unlimited, has' },
  { word: /\bpictures?\b/, isFineInDocs: true, instead: 'image' },
  { word: /\bin sight\b|\bticked\b|\btick\b/, isFineInDocs: true, instead: 'visible, selected, select' },
  { word: /\bcalled so\b|\bno such\b|\bthere is no such\b/, instead: 'X not found' },
  { word: /\bis needed\b|\bneeded\b/, isFineInDocs: true, instead: 'is required' },
  { word: /can’t be read\b/, instead: 'say which value is expected' },
  {
    word: /^Give (?:an?|the|its|each)\b|\bGive (?:an?|the) (?:name|reason|number|date|day|percentage|amount)\b|^Name (?:an?|the|one|it)\b|^Say (?:what|how|why|when|for|who|which|where)\b/,
    instead: 'Enter, Choose',
  },
  {
    word: /\bshall\b|\bneedn’t\b|\bwhoever\b|\bthose (?:that|who|which)\b|\bupon\b/,
    isFineInDocs: true,
    instead: 'plain words',
  },
  { word: /\blies?\b|\blay\b/, instead: 'is, is stored' },
  { word: /\bat once\b/, isFineInDocs: true, instead: 'now, immediately' },
  { word: /\bworked out\b|\bworks out\b|\bwork out\b/, instead: 'calculated' },
  { word: /\bno more\b|\bany more\b(?! than)/, instead: 'no longer, anymore' },
  {
    word: /\bby what\b|\bwhat (?:is|was|were|it|they|stands|has)\b/,
    isFineInDocs: true,
    instead: 'name the thing',
    fine: /\b(?:see|know|choose|shows|check|explain|review|tell us) what\b/i,
  },
  {
    word: /\bthe rest (?:goes|stays|waits)\b|\bnobody\b|\bsomebody\b|\banybody\b|\beverybody\b/,
    instead: 'no one, someone, anyone, everyone',
  },
  {
    word: /\bin its stead\b|\bmeanwhile\b|\bbeside\b|\bbesides\b|\bthereby\b|\btherein\b|\bhitherto\b/,
    isFineInDocs: true,
    instead: 'plain words',
  },
  {
    word: /\bmail(?:s|ed|ing)? (?:me|you|us|them|him|her|it|to)\b|\b(?:a|one|each|this|that|your|the|last|newest) mails?\b|\bmails (?:are|were|is)\b|\bare mailed\b|\bwas mailed\b|\bis mailed\b/,
    instead: 'email',
  },
  {
    word: /\bcatalogues?\b|\bcancell(?:ed|ing)\b|\bcolou?rs?\b(?<=colour.?)|\bbehaviou?r\b(?<=behaviour)|\bfulfil(?:s|ment)?\b|\bgrey\b|\bcentre\b|\blabelled\b|\btravelled\b|\blicen[cs]e\b(?<=licence)|\bcheque\b|\bfavourite\b|\b\w+(?:[^prv]is|[^a]lys)(?:ed|es|ing|ation)\b(?<=(?:organ|recogn|real|custom|normal|optim|summar|author|minim|maxim|initial|categor|prior|synchron|final|util|anal)(?:is|ys)(?:ed|es|ing|ation))|\bwhilst\b|\blearnt\b|\bspelt\b|\bprogramme\b/,
    instead: 'American spelling',
  },
]
/** Texts that keep such a word on purpose. */
const exceptions: readonly { text: string; because: string }[] = [
  { text: 'Cancelled', because: 'Walmart’s own status of an order line' },
  { text: 'Took longer than', because: 'about time' },
  { text: 'asks each time', because: 'the name of a test card’s behavior' },
]

const specificationTexts: ReadonlySet<string> = new Set(
  Object.values(messages).flatMap((message) => (typeof message === 'string' ? [message] : [])),
)

export interface Fault extends Text {
  word: string
  instead: string
}

/** The left-out words in a text. What is in `{}`, in backticks or an address is code. */
export function leftOutWords(text: string, isDocument = false): { word: string; instead: string }[] {
  if (specificationTexts.has(text) || exceptions.some((exception) => text.includes(exception.text))) return []
  const words = text
    .replaceAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '{}')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\b(?:https?|sftp|ftp):\S+/g, '')
    .replaceAll("'", '’')
  return leftOut.flatMap(({ word, instead, fine, isFineInDocs }) => {
    if (isDocument && isFineInDocs) return []
    const rest = fine ? words.replaceAll(new RegExp(fine.source, 'gi'), '') : words
    const match = new RegExp(word.source, 'i').exec(rest)
    return match ? [{ word: match[0], instead }] : []
  })
}

/** The lines of a document outside its code. */
function documentTexts(folders: readonly string[]): Text[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    .flatMap((file) => {
      let isCodeBlock = false
      return readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((text, index) => {
          if (text.startsWith('```')) isCodeBlock = !isCodeBlock
          return isCodeBlock ? [] : [{ file, line: index + 1, text }]
        })
    })
}

if (import.meta.main) {
  const folders = process.argv.slice(2)
  const texts = [...allTexts(folders), ...documentTexts(folders)]
  const faults: Fault[] = texts.flatMap((text) =>
    leftOutWords(text.text, text.file.endsWith('.md')).map((found) => ({ ...text, ...found })),
  )
  for (const { file, line, text, word, instead } of faults)
    console.log(`${file}:${line}\t“${word}” (${instead})\t${text}`)
  console.log(`${texts.length} texts, ${faults.length} left-out words`)
  process.exitCode = faults.length ? 1 : 0
}
