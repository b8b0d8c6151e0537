/** Seeded randomness: the collection is always the same. */
export class Chance {
  #state: number
  constructor(seed: string) {
    this.#state = 2_166_136_261
    for (const c of seed) this.#state = Math.imul(this.#state ^ c.codePointAt(0)!, 16_777_619)
  }
  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  below(n: number): number {
    return Math.floor(this.next() * n)
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  one<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }
  /** A normally distributed number around 0. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
  shuffled<T>(choices: readonly T[]): T[] {
    const result = [...choices]
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      ;[result[i], result[j]] = [result[j]!, result[i]!]
    }
    return result
  }
  /** A random part of a list, in its order; at least one unless the share is 0. */
  some<T>(choices: readonly T[], share: number): Set<T> {
    return new Set(
      this.shuffled(choices).slice(0, share === 0 ? 0 : Math.max(1, Math.round(choices.length * share))),
    )
  }
}
