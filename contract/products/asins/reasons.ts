import { gtinText } from './codes.ts'
import type { Reason } from './match.ts'

const withSign = (word: string) => (word.startsWith('for ') ? `made ${word}` : word)

/** A reason as a person reads it. */
export function reasonText({ code, ours = '', theirs = '' }: Reason): string {
  switch (code) {
    case 'barcode':
      return `Same barcode ${gtinText(ours)}`
    case 'model':
      return `Same model number ${ours.toUpperCase()}`
    case 'code':
      return `Code ${ours.toUpperCase()} in both`
    case 'model_in_title':
      return `Model number ${ours.toUpperCase()} in the title`
    case 'model_ending':
      return `Model number differs in its ending: ${ours.toUpperCase()}, ${theirs.toUpperCase()}`
    case 'common_code':
      return theirs === '0'
        ? `Short code ${ours.toUpperCase()} in both`
        : `Code ${ours.toUpperCase()} in both, as in ${theirs} others`
    case 'brand':
      return `Same brand`
    case 'brand_in_title':
      return `Brand in the title`
    case 'brand_spelling':
      return `Similar brand: ${ours}, ${theirs}`
    case 'words':
      return `Similar words: ${ours}%`
    case 'same_words':
      return 'Same words'
    case 'price':
      return 'Similar price'
    case 'chosen_for_barcode':
      return `Chosen for the same barcode at ${ours}`
    case 'in_file':
      return 'Listed in the uploaded file'
    case 'other_model':
      return `Different model number: ${ours}, ${theirs}`
    case 'no_code':
      return 'No code in common'
    case 'other_brand':
      return `Different brand: ${ours}, ${theirs}`
    case 'other_size':
      return `Different size: ${ours}, ${theirs}`
    case 'other_pack':
      return `Pack of ${ours}, not ${theirs}`
    case 'other_color':
      return `Different color: ${ours}, ${theirs}`
    case 'other_kind':
      return `Only one is ${withSign(ours)}`
    case 'other_thing':
      return `Only one is a ${ours}`
    case 'other_price':
      return priceText(Number(ours))
    case 'also_for':
      return `Also suggested for ${ours}`
  }
}

const priceText = (ratio: number) =>
  ratio >= 1 ? `Costs ${ratio.toFixed(1)} times as much` : `Costs ${Math.round(ratio * 100)}% as much`
