import { Tokenizer, TokenType } from '@streamparser/json'

/** How much of a document says where its list is. */
export const beginningChars = 65_536

interface Open {
  array: boolean
  path: string
  key: string
  begin: number
  /** It is an array that begins with an object. */
  list: boolean
  empty: boolean
}

/**
 * The path of a document's list, such as `data.items`, by its beginning: of the arrays of objects that lie in
 * no other array the longest, which deeper than in the document itself must take more than half of it: items
 * that have names hold lists, too. undefined: the document is its own list.
 */
export function listIn(beginning: string): string | undefined {
  const open: Open[] = []
  let longest = { path: undefined as string | undefined, chars: 0 }
  let key: string | undefined
  const ends = ({ list, path, begin }: Open, end: number) => {
    if (list && end - begin > longest.chars) longest = { path, chars: end - begin }
  }
  const tokens = new Tokenizer()
  tokens.onToken = ({ token, value, offset }) => {
    const top = open.at(-1)
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      const array = token === TokenType.LEFT_BRACKET
      if (top?.array && top.empty) top.list = !array && !inList(open)
      const path = top ? [top.path, top.array ? '' : top.key].filter((name) => name !== '').join('.') : ''
      if (top) top.empty = false
      open.push({ array, path, key: '', begin: offset, list: false, empty: true })
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      ends(open.pop()!, offset)
    } else if (token === TokenType.STRING && top && !top.array) key = String(value)
    else if (token === TokenType.COLON && top) top.key = key ?? ''
    else if (top && token !== TokenType.COMMA) top.empty = false
  }
  // cut off, or no JSON: what was read until then says it
  tokens.onError = () => {}
  try {
    tokens.write(beginning)
  } catch {}
  for (const still of open) ends(still, beginning.length)
  const { path, chars } = longest
  return path && (!path.includes('.') || chars * 2 > beginning.length) ? path : undefined
}

const inList = (open: readonly Open[]) => open.slice(0, -1).some(({ array }) => array)
