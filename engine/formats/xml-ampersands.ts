import { note, type TextTraits } from '../record.ts'

const unescapedSign = /&(?!(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[\p{L}_][\p{L}\p{N}_.-]{0,31});)/gu
const sections = /<!\[CDATA\[|<!--|<!DOCTYPE/gi
const ends = { '<![': ']]>', '<!-': '-->', '<!D': '>' } as const
/** A piece is cut before an entity, a section or an end that may continue in the next one. */
const longest = 40

/** Escapes each `&` that can only be a letter, and counts them. Sections whose text is literal stay unchanged. */
export class Ampersands {
  readonly #traits: TextTraits | undefined
  /** What ends the open section. */
  #end: string | undefined
  #rest = ''
  #line = 1

  constructor(traits: TextTraits | undefined) {
    this.#traits = traits
  }

  async *escape(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of text) {
      const whole = this.#rest + piece
      const cut = whole.length - this.#openLength(whole)
      this.#rest = whole.slice(cut)
      if (cut > 0) yield this.#escapePiece(whole.slice(0, cut))
    }
    if (this.#rest !== '') yield this.#escapePiece(this.#rest)
  }

  /** How many of the last characters may belong to something that isn't complete. */
  #openLength(whole: string): number {
    const tail = whole.slice(-longest)
    if (this.#end !== undefined) return Math.min(2, tail.length)
    const start = Math.max(tail.lastIndexOf('&'), tail.lastIndexOf('<'))
    return start < 0 || /[;>]/.test(tail.slice(start)) ? 0 : tail.length - start
  }

  #escapePiece(piece: string): string {
    let text = ''
    for (let at = 0; at < piece.length;) {
      const from = at
      if (this.#end !== undefined) {
        const end = piece.indexOf(this.#end, at)
        at = end < 0 ? piece.length : end + this.#end.length
        if (end >= 0) this.#end = undefined
        text += this.#passOn(piece.slice(from, at))
        continue
      }
      sections.lastIndex = at
      const section = sections.exec(piece)
      at = section?.index ?? piece.length
      text += this.#escapeText(piece.slice(from, at))
      if (!section) continue
      at += section[0].length
      this.#end = ends[section[0].slice(0, 3).toUpperCase() as keyof typeof ends]
      text += section[0]
    }
    return text
  }

  #passOn(text: string): string {
    if (this.#counts) this.#line += text.split('\n').length - 1
    return text
  }

  /** Lines are counted up to the first one that is named. */
  get #counts(): boolean {
    return this.#traits !== undefined && !this.#traits.notices?.has(reason)
  }

  #escapeText(text: string): string {
    if (!text.includes('&')) return this.#passOn(text)
    const escaped = text.replace(unescapedSign, (_, at: number) => {
      const line = this.#counts ? this.#line + text.slice(0, at).split('\n').length - 1 : this.#line
      note(this.#traits, { reason, line, value: text.slice(Math.max(0, at - 20), at + 20).trim() })
      return '&amp;'
    })
    this.#passOn(text)
    return escaped
  }
}
const reason = 'An “&” isn’t escaped as “&amp;”: read as “&”'
