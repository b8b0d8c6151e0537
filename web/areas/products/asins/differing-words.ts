interface Part {
  text: string
  differs: boolean
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) => new Set(plain(text).match(/[\p{L}\p{N}]+/gu))

/** A title in parts: whether each is a word that the other title doesn't have. */
export function differingParts(title: string, other: string): Part[] {
  const known = wordsOf(other)
  return title
    .split(/([\p{L}\p{N}]+)/u)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, differs: /^[\p{L}\p{N}]/u.test(part) && !known.has(plain(part)) }))
}
