import { Tokenizer, TokenType } from '@streamparser/json'
import { limits } from '../failure.ts'

/** How much of a document says where its list is. */
export const beginningChars = 65_536

interface Open {
  array: boolean
  /** The name of what comes in it now. */
  key: string
  begin: number
  /** It is an array that begins with an object. */
  list: boolean
  empty: boolean
}

/**
 * The path of a document's list, such as `data.items`, by its beginning: of the arrays of objects that lie in
 * no other array the longest, which deeper than in the document itself must take more than half of it: items
 * that have names hold lists, too. Without a name: the document is its own list.
 */
export function listIn(beginning: string): readonly string[] {
  const open: Open[] = []
  let longest = { path: [] as readonly string[], chars: 0 }
  let text = ''
  const ends = (end: number) => {
    const { list, begin } = open.pop()!
    if (list && end - begin > longest.chars)
      longest = { path: open.map(({ key }) => key), chars: end - begin }
  }
  const tokens = new Tokenizer()
  tokens.onToken = ({ token, value, offset }) => {
    const top = open.at(-1)
    const array = token === TokenType.LEFT_BRACKET
    if (array || token === TokenType.LEFT_BRACE) {
      if (open.length === limits.depth) throw new Error('It is refused when it is read')
      if (top?.array && top.empty) top.list = !array && open.slice(0, -1).every((outer) => !outer.array)
      if (top) top.empty = false
      open.push({ array, key: '', begin: offset, list: false, empty: true })
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) ends(offset)
    else if (token === TokenType.COLON && top) top.key = text
    else if (token === TokenType.STRING) text = String(value)
    if (top && token !== TokenType.COMMA) top.empty = false
  }
  // cut off, or no JSON: what was read until then says it
  tokens.onError = () => {}
  try {
    tokens.write(beginning)
  } catch {}
  while (open.length > 0) ends(beginning.length)
  const { path, chars } = longest
  return path.length === 1 || chars * 2 > beginning.length ? path : []
}
