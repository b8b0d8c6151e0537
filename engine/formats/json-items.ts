import { Tokenizer, TokenType } from '@streamparser/json'
import { FeedFailure, limits } from '../failure.ts'
import { exactNumber } from '../number.ts'

type Value = string | boolean | null | Value[] | { [key: string]: Value }
type Token = Parameters<Tokenizer['onToken']>[0]

/** An object or an array whose end hasn't come. */
interface Open {
  array: boolean
  /** How many values it has, and the name that the next one has in an object. */
  count: number
  key: string
  /** Whether it contains the list, or is it. */
  onPath: boolean
  /** The value under construction, inside an item; everything else is skipped. */
  container: Value[] | { [key: string]: Value } | undefined
  /** What it says itself, if it is an object that leads to items. */
  fields: { [key: string]: string | boolean } | undefined
}

/** An item, and where it is. */
export interface JsonItem {
  value: object
  count: number
  chars: number
  /** Its name in an object of items. */
  name: string | undefined
  /** What the object around its list says, as far as it was read. */
  around: { [key: string]: string | boolean } | undefined
}

/** Reads the objects of a document's list one by one, and never holds more of the document than one of them. */
export class JsonItems {
  readonly #path: readonly string[]
  readonly #onItem: (item: JsonItem) => void
  readonly #takesLists: boolean
  readonly #open: Open[] = []
  /** Whether the path's list was found, with or without items. */
  sawList = false
  readonly #tokens = new ExactTokenizer()
  #expected: 'value' | 'key' | 'colon' | 'next' | 'nothing' = 'value'
  #count = 0
  /** Characters so far, as of the last token, and as of the beginning of the item at hand. */
  #chars = 0
  #lastToken = 0
  #begin: { chars: number; offset: number } | undefined
  /** The text at hand, and where it begins. */
  #piece = { text: '', bytes: 0, line: 1, column: 1 }

  /**
   * @param path the names that lead to the list; empty: the document is the list
   * @param takesLists whether its items are lists of cells
   */
  constructor(path: readonly string[], onItem: (item: JsonItem) => void, takesLists = false) {
    this.#path = path
    this.#onItem = onItem
    this.#takesLists = takesLists
    this.#tokens.onToken = (token) => this.#take(token)
    this.#tokens.onError = (error) => {
      // errors thrown inside the tokenizer's callbacks come back here
      if (error instanceof FeedFailure) throw error
      const [, position = ''] = /absolute position "(\d+)"/.exec(error.message) ?? []
      const [fault = error.message] = /^Unexpected ".+?"/s.exec(error.message) ?? []
      throw this.#notJson(fault, position === '' ? undefined : Number(position))
    }
  }

  write(text: string): void {
    this.#beginPiece(text)
    this.#tokens.write(text)
    this.#chars += text.length
    if (this.#chars - (this.#begin?.chars ?? this.#lastToken) > limits.recordChars)
      throw new FeedFailure(
        'endless_item',
        `Item ${this.#count + 1} has more than ${limits.recordChars} characters`,
      )
  }

  end(): void {
    if (this.#expected === 'nothing') return
    this.#beginPiece('')
    const { line, column } = this.#piece
    throw new FeedFailure(
      'not_json',
      `The JSON is incomplete: it ends after item ${this.#count}, at column ${column}`,
      line,
      column,
    )
  }

  #beginPiece(text: string): void {
    const last = this.#piece
    const lines = last.text.split('\n')
    const tail = lines.at(-1)?.length ?? 0
    this.#piece = {
      text,
      bytes: last.bytes + Buffer.byteLength(last.text),
      line: last.line + lines.length - 1,
      column: lines.length > 1 ? tail + 1 : last.column + tail,
    }
  }

  /** @param position in bytes; undefined if it isn't known */
  #notJson(reason: string, position: number | undefined) {
    const { text, bytes, line, column } = this.#piece
    const before = Buffer.from(text)
      .subarray(0, Math.max(0, (position ?? bytes) - bytes))
      .toString()
    const lines = before.split('\n')
    const tail = lines.at(-1)?.length ?? 0
    const faultColumn = lines.length > 1 ? tail + 1 : column + tail
    return new FeedFailure(
      'not_json',
      `The file isn’t valid JSON: ${reason}, after item ${this.#count}, at column ${faultColumn}`,
      line + lines.length - 1,
      faultColumn,
    )
  }

  #take({ token, value, offset }: Token): void {
    this.#lastToken = this.#chars
    const top = this.#open.at(-1)
    if (top && this.#ends(top, token)) this.#close(top, offset)
    else if (this.#expected === 'value' && token === TokenType.LEFT_BRACE) this.#begins(top, {}, offset)
    else if (this.#expected === 'value' && token === TokenType.LEFT_BRACKET) this.#begins(top, [], offset)
    else if (this.#expected === 'value' && isScalar(token)) this.#add(top, value as Value)
    else if (top && this.#expected === 'key' && token === TokenType.STRING) {
      top.key = value as string
      this.#expected = 'colon'
    } else if (this.#expected === 'colon' && token === TokenType.COLON) this.#expected = 'value'
    else if (top && this.#expected === 'next' && token === TokenType.COMMA)
      this.#expected = top.array ? 'value' : 'key'
    else throw this.#notJson(`Unexpected ${JSON.stringify(value).slice(0, 50)}`, offset)
  }

  #ends(top: Open, token: TokenType): boolean {
    if (token !== (top.array ? TokenType.RIGHT_BRACKET : TokenType.RIGHT_BRACE)) return false
    const isFirst = top.count === 0 && this.#expected === (top.array ? 'value' : 'key')
    return isFirst || this.#expected === 'next'
  }

  #begins(top: Open | undefined, empty: [] | object, offset: number): void {
    const depth = this.#open.length
    if (depth === limits.depth)
      throw new FeedFailure(
        'too_deep',
        `Values are nested more than ${limits.depth} levels deep, after item ${this.#count}`,
      )
    const array = Array.isArray(empty)
    const inList = top?.onPath === true && depth > this.#path.length
    const isItem = inList && (!array || (this.#takesLists && top.array))
    if (isItem && !top.container) this.#begin = { chars: this.#chars, offset }
    const container = top?.container || isItem ? (empty as Open['container']) : undefined
    const onPath = this.#leadsOn(top, depth)
    const fields = onPath && !array && depth < this.#path.length ? {} : undefined
    this.sawList ||= onPath && depth === this.#path.length
    this.#open.push({ array, count: 0, key: '', onPath, container, fields })
    this.#expected = array ? 'value' : 'key'
  }

  #leadsOn(top: Open | undefined, depth: number): boolean {
    if (!top) return true
    const name = this.#path[depth - 1]
    return top.onPath && (name === '*' || name === (top.array ? String(top.count) : top.key))
  }

  #close({ container }: Open, offset: number): void {
    this.#open.pop()
    const top = this.#open.at(-1)
    if (container && !top?.container) {
      const chars = offset - (this.#begin?.offset ?? 0)
      this.#onItem({
        value: container,
        count: ++this.#count,
        chars,
        name: top && !top.array ? top.key : undefined,
        around: this.#open.findLast(({ fields }) => fields)?.fields,
      })
      this.#begin = undefined
    }
    this.#add(top, container ?? null)
  }

  #add(top: Open | undefined, value: Value): void {
    this.#expected = top ? 'next' : 'nothing'
    if (!top) return
    top.count++
    if (top.fields && typeof value !== 'object' && top.key !== '__proto__') top.fields[top.key] = value
    if (Array.isArray(top.container)) top.container.push(value)
    else if (top.container && top.key !== '__proto__') top.container[top.key] = value
  }
}

const isScalar = (token: TokenType) =>
  token === TokenType.STRING ||
  token === TokenType.NUMBER ||
  token === TokenType.TRUE ||
  token === TokenType.FALSE ||
  token === TokenType.NULL

/** Numbers as text, to their last digit. */
class ExactTokenizer extends Tokenizer {
  protected override parseNumber(text: string): number {
    return exactNumber(text) as unknown as number
  }
}
