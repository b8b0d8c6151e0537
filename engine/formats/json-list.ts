import { Tokenizer, TokenType } from '@streamparser/json'
import { limits } from '../failure.ts'

/** How much of a document is searched for its list. */
export const beginningChars = 65_536

interface Open {
  array: boolean
  /** The name of the current value in it. */
  key: string
  begin: number
  /** Whether it is an array that begins with an object. */
  list: boolean
  empty: boolean
}

/**
 * Finds the path of a document's list, such as `data.items`, from its beginning: the longest array of objects that
 * isn't inside another array. One that is nested deeper than the document's own values must take more than half of
 * it, because named items also contain lists. Empty: the document itself is the list.
 */
export function listIn(beginning: string): readonly string[] {
  const open: Open[] = []
  let longest = { path: [] as readonly string[], chars: 0 }
  let text = ''
  const ends = (end: number) => {
    const last = open.pop()
    if (!last) return
    const { list, begin } = last
    if (list && end - begin > longest.chars)
      longest = { path: open.map(({ key }) => key), chars: end - begin }
  }
  const tokens = new Tokenizer()
  tokens.onToken = ({ token, value, offset }) => {
    const top = open.at(-1)
    const array = token === TokenType.LEFT_BRACKET
    if (array || token === TokenType.LEFT_BRACE) {
      if (open.length === limits.depth) throw new Error('Nested too deep')
      if (top?.array && top.empty) top.list = !array && open.slice(0, -1).every((outer) => !outer.array)
      if (top) top.empty = false
      open.push({ array, key: '', begin: offset, list: false, empty: true })
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) ends(offset)
    else if (token === TokenType.COLON && top) top.key = text
    else if (token === TokenType.STRING) text = String(value)
    if (top && token !== TokenType.COMMA) top.empty = false
  }
  // a document that is cut off or no JSON is judged by what was read so far
  tokens.onError = () => {}
  try {
    tokens.write(beginning)
  } catch {}
  while (open.length > 0) ends(beginning.length)
  const { path, chars } = longest
  return path.length === 1 || chars * 2 > beginning.length ? path : []
}
