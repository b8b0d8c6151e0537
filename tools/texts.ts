// Every text that people read, with its place, in the order of the files, so that an area can be read like a
// book: screens, errors, emails, documents, API descriptions, log lines and the demonstration's own words.
//   npm run texts                        all of them
//   npm run texts -- web/areas/billing   those of one folder or file
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Node } from 'oxc-parser'

const root = join(import.meta.dirname, '..')
const sources = '{contract,engine,server,web}/**/*.{ts,tsx}'
/** Tests, migrations, table types and the stand-ins for other services hold no text of ours for people. */
const isRead = (file: string) =>
  !/\.test\.tsx?$|^server\/(?:test|stand-ins)\/|^server\/db\/(?:migrations\/|tables\.ts)|^engine\/cases\//.test(
    file,
  )

export interface Text {
  file: string
  line: number
  /** The words; what code fills in stands as `{expression}`. */
  text: string
}

/** Attributes and properties whose value is text even where it is a single lower-case word. */
const textNames =
  /^(?:label|title|description|placeholder|alt|summary|message|error|help|hint|reason|text|heading|subject|(?:aria-)?label|aria-(?:description|roledescription))$/i
/** Attributes that never hold text. */
const codeAttributes =
  /^(?:className|classNames|id|key|name|type|role|variant|color|c|fill|stroke|d|to|href|src|size|gap|align|justify|style|styles|bg|w|h|p|m|mt|mb|ml|mr|mx|my|px|py|pt|pb|fw|fz|ff|data-.*|aria-(?:hidden|controls|live|current|sort|labelledby|describedby|errormessage|haspopup)|autoComplete|inputMode|transform|points|viewBox|pattern|accept|rel|target|cols|flex|radius|shadow|withArrow|position|orientation)$/
const codeTags = new Set(['sql', 'css', 'regex', 'raw', 'html'])
const sqlStart =
  /^\s*(?:--|select|insert|update|delete|with|create|alter|drop|from|where|and|or|join|left join|union|values|order by|set|grant|lock|copy|listen|notify|begin|case|exists|not exists|coalesce|pg_|lateral|on conflict|limit|returning|truncate|vacuum|analyze)\b/i
const sqlWords =
  /\b(?:select|from|where|join|returning|coalesce|nullif|group by|order by|is not null|jsonb|::)\b/g

/** Whether a string reads as words for people: several words, or one that begins like a sentence. */
export function isForPeople(value: string): boolean {
  const text = value.trim()
  if (!/[A-Za-z]{2}/.test(text)) return false
  if (/^[A-Z][a-z]+(?:[.…:?!’]|$)/.test(text)) return true
  if (!/[A-Za-z’]{2,}[,.;:]? +(?:[A-Za-z’“({]|\d)/.test(text)) return false
  return !isCode(text)
}
/** SQL, CSS, types of content, lists of class names and the like. */
function isCode(text: string): boolean {
  if (sqlStart.test(text) && (text.match(sqlWords) ?? []).length > 0) return true
  if ((text.match(sqlWords) ?? []).length > 2) return true
  if (/^(?:-?\d|var\(|calc\(|rgba?\(|0 0|minmax|repeat\(|1fr|\.|#|--)/.test(text)) return true
  return /\b\d+px\b.*(?:solid|auto)|[{}];|=>|^[a-z-]+(?: [a-z]+-[a-z-]+)+$|;\s*charset|^[\w-]+\/[\w-]+/.test(
    text,
  )
}

/** The texts of one file. */
export function textsIn(file: string, source: string): Text[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const texts: Text[] = []
  collect(program, {
    source,
    add: (offset, text) => {
      const line = starts.findLastIndex((start) => start <= offset) + 1
      texts.push({ file, line, text: text.replaceAll(/\s+/g, ' ').trim() })
    },
  })
  return texts
}

interface Reading {
  source: string
  add: (offset: number, text: string) => void
}

function collect(node: Node, reading: Reading, isNamedText = false): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeParameterInstantiation':
      return
    case 'TaggedTemplateExpression':
      if (node.tag.type === 'Identifier' && codeTags.has(node.tag.name)) {
        for (const expression of node.quasi.expressions) collect(expression, reading)
        return
      }
      break
    case 'JSXElement':
    case 'JSXFragment':
      return collectMarkup(node, reading)
    case 'JSXAttribute':
      return collectAttribute(node, reading)
    case 'Property':
      if (node.key.type === 'Literal') addKey(node, reading)
      return collect(node.value, reading, node.key.type === 'Identifier' && textNames.test(node.key.name))
    case 'Literal':
      if (typeof node.value === 'string' && (isForPeople(node.value) || (isNamedText && isWord(node.value))))
        reading.add(node.start, node.value)
      return
    case 'TemplateLiteral': {
      const text = templateText(node, reading.source)
      if (isForPeople(text)) reading.add(node.start, text)
      for (const expression of node.expressions) collect(expression, reading)
      return
    }
    case 'ConditionalExpression':
      collect(node.test, reading)
      collect(node.consequent, reading, isNamedText)
      return collect(node.alternate, reading, isNamedText)
  }
  for (const child of childrenOf(node)) collect(child, reading)
}

const isWord = (value: string) => /^[a-z][a-z ’-]+$/.test(value) && value.includes(' ')

/** A key such as `'Wrong login': 3` is text when it has a space. */
function addKey(node: Node & { type: 'Property' }, reading: Reading): void {
  if (node.key.type !== 'Literal' || typeof node.key.value !== 'string') return
  if (node.key.value.includes(' ') && isForPeople(node.key.value)) reading.add(node.key.start, node.key.value)
}

function collectAttribute(node: Node & { type: 'JSXAttribute' }, reading: Reading): void {
  const name = node.name.type === 'JSXIdentifier' ? node.name.name : ''
  if (codeAttributes.test(name)) {
    // a class may be computed from words, a handler has its own texts
    if (
      node.value?.type === 'JSXExpressionContainer' &&
      node.value.expression.type === 'ArrowFunctionExpression'
    )
      collect(node.value.expression, reading)
    return
  }
  if (node.value?.type === 'Literal' && typeof node.value.value === 'string') {
    if (textNames.test(name) || isForPeople(node.value.value)) reading.add(node.value.start, node.value.value)
  } else if (node.value) collect(node.value, reading, textNames.test(name))
}

/** An element with words of its own is one text, with its inner elements' words in place. */
function collectMarkup(node: Node & { type: 'JSXElement' | 'JSXFragment' }, reading: Reading): void {
  if (node.type === 'JSXElement')
    for (const attribute of node.openingElement.attributes) collect(attribute, reading)
  const hasWords = node.children.some((child) => child.type === 'JSXText' && /[A-Za-z]/.test(child.value))
  if (hasWords) {
    reading.add(firstWordOf(node), markupText(node, reading.source))
    for (const child of node.children) collectInner(child, reading)
  } else for (const child of node.children) collect(child, reading)
}
/** What an element's own text doesn't hold already: attributes, and texts within expressions. */
function collectInner(node: Node, reading: Reading): void {
  if (node.type === 'JSXElement') {
    for (const attribute of node.openingElement.attributes) collect(attribute, reading)
    for (const child of node.children) collectInner(child, reading)
  } else if (node.type === 'JSXExpressionContainer' && node.expression.type !== 'Literal')
    collect(node.expression, reading)
}
const firstWordOf = (node: Node & { type: 'JSXElement' | 'JSXFragment' }): number => {
  const words = node.children.find((child) => child.type === 'JSXText' && /[A-Za-z]/.test(child.value))
  if (words?.type !== 'JSXText') return node.start
  return words.start + words.value.search(/\S/)
}
function markupText(node: Node & { type: 'JSXElement' | 'JSXFragment' }, source: string): string {
  return node.children
    .map((child) => {
      if (child.type === 'JSXText') return child.value
      if (child.type === 'JSXElement' || child.type === 'JSXFragment')
        return child.children.length ? markupText(child, source) : '◦'
      if (child.type !== 'JSXExpressionContainer') return ''
      const { expression } = child
      if (expression.type === 'Literal') return String(expression.value)
      if (expression.type === 'TemplateLiteral') return templateText(expression, source)
      return expression.type === 'JSXEmptyExpression'
        ? ''
        : `{${short(source.slice(expression.start, expression.end))}}`
    })
    .join('')
}
const templateText = (node: Node & { type: 'TemplateLiteral' }, source: string): string =>
  node.quasis
    .map(({ value }, index) => {
      const expression = node.expressions[index]
      const rest = expression ? `{${short(source.slice(expression.start, expression.end))}}` : ''
      return `${value.cooked ?? value.raw}${rest}`
    })
    .join('')
const short = (code: string) => {
  const oneLine = code.replaceAll(/\s+/g, ' ')
  return oneLine.length > 40 ? `${oneLine.slice(0, 39)}…` : oneLine
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value : [value]).filter(isNode))

/** @param folders only the texts of these folders or files; none: of all */
export function allTexts(folders: readonly string[] = []): Text[] {
  return globSync(sources, { cwd: root })
    .filter(
      (file) => isRead(file) && (folders.length === 0 || folders.some((folder) => file.startsWith(folder))),
    )
    .toSorted()
    .flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8')))
}

if (import.meta.main) {
  let current = ''
  const texts = allTexts(process.argv.slice(2))
  for (const { file, line, text } of texts) {
    if (file !== current) console.log(`\n${file}`)
    current = file
    console.log(`${String(line).padStart(5)}  ${text}`)
  }
  console.log(`\n${texts.length} texts`)
}
