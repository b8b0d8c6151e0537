import { mostFurther } from '#contract/feeds/settings.ts'
import { hasPattern, patterns, wordsIn } from './column-words.ts'
import type { TableSample } from './table-sample.ts'
import { looksLikePicture, shareOf } from './value-shapes.ts'
import { sureWithin } from './by-name.ts'

const moreWords = patterns(
  'additional extra other others further alternate alternative more secondary gallery second third weitere zusatz* dodatkow* dalsi dalsie tovabbi dopolnit* дополнит* додатков* autres altre otras supplementary galerie galleria galerija',
)
/** A smaller copy of the same picture. */
const copies = patterns(
  'thumb thumbs thumbnail thumbnails small mini icon preview base swatch medium large square',
)
/** The name without its number: `Image 2` and `additional_image_link[0]` are the first without theirs. */
const stem = (name: string) =>
  /^(.*?)[\s_\-[(]*\d{1,2}[\])]?(?:[\s_-]*(?:url|link|src|href))?$/i.exec(name)?.[1]?.toLowerCase()

/** `images.1.src` is the same field as that of the first of its list. */
const firstOf = (name: string) => name.replace(/\.\d{1,2}(?=\.)/, '.0')

/** Further columns of pictures beside the first: the same name with another number, or one that says “additional”. */
export function furtherPictures(from: string, table: TableSample): string[] {
  const ownStem = stem(from) ?? from.toLowerCase()
  const ownFirst = firstOf(from)
  return table.columns
    .filter((column) => {
      if (column === from) return false
      if (stem(column) === ownStem || firstOf(column) === ownFirst) return true
      return isFurther(column, table)
    })
    .slice(0, mostFurther)
}

function isFurther(column: string, table: TableSample): boolean {
  const nameWords = wordsIn(column)
  const numberless = nameWords.filter((word) => !/^\d+$/.test(word))
  if (!hasPattern(numberless, moreWords) || hasPattern(numberless, copies)) return false
  const rest = numberless.filter((word) => !/^(?:url|urls|link|links|src)$/.test(word))
  if (
    sureWithin(
      rest.filter((word) => !hasPattern([word], moreWords)),
      'images',
    ) === undefined
  )
    return false
  const values = table.values(column)
  return values.length === 0 || shareOf(values, looksLikePicture) > 0.5
}
