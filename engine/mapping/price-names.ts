import { currencyInHeading } from '../cells/currencies.ts'
import { hasPattern, patterns, wordsIn } from './column-words.ts'

/** What a price's name says it is, in the order in which it is a cost to us. */
export const priceKinds = ['cost', 'net', 'plain', 'selling', 'gross', 'list', 'retail'] as const
export type PriceKind = (typeof priceKinds)[number]

const priceWords = patterns(
  'price prices pricing *price cost costs costprice preis *preis preise prix prezzo prezzi precio precios preco precos prijs *prijs ' +
    'cena ceny *cena цена *цена цены ціна ціни pris *pris hinta *hinta *hinnat ar *ar_huf fiyat fiyati *fiyati pret pretul tarif tarifs ' +
    'ek hek vk uvp rrp msrp srp mrp pvp pvc ррц рц ррп dealer wholesale retail maliyet',
)
/** A price of something else, or not a price. */
const otherThings = patterns(
  'id ids date dates type types code codes group groups tier tiers break breaks url link valid validity from until since start starts end ends ' +
    'currency curr text rule class book level levels changed updated on label unit_of uom ship shipping freight delivery postage versand* ' +
    'fee handling porto transport deposit pfand* discount_percent percent percentage pct rabatt* rebate margin markup max min_qty stock qty quantity ' +
    'map minimum_advertised advertised name count per_* history factor hide show on_request *_type margin installment rate ' +
    'is has profit point points lease rental deposit core cod_* condition',
)
const words: Readonly<Record<Exclude<PriceKind, 'plain'>, ReturnType<typeof patterns>>> = {
  cost: patterns(
    'cost costs costprice wholesale wholesaler dealer trade purchase purchasing buy buying reseller distributor jobber partner dropship b_2_b b2b ' +
      'ek hek einkauf* einkaufs* haendler* handler* achat inkoop* *inkoop inkoopprijs acquisto ingrosso compra coste costo custo закуп* опт* оптов* собівартість ' +
      'себестоимость hurt* zakup* nakup* velkoobch* beszerz* nagyker* alis* maliyet bayi achizit* furnizor kost* inkop* indkob* innkjop* osto* *osto* ' +
      'supplier landed invoice',
  ),
  retail: patterns(
    'msrp rrp srp mrp uvp retail recommended suggested manufacturer_suggested conseille* consigliat* recomendad* sugerid* sugerowan* pvp pvc ppc adviesprijs advies* detal* detaliczn* ' +
      'roznicz* розничн* роздрібн* ррц ррп рекоменд* doporucen* ajanlott* fogyaszt* tavsiye* perakende* recomandat* ohje* vejl* vejledende rekommend* veil* utpris public ' +
      'consumer consumenten* vk verkauf* verkoop* vente pubblico compare original old before was strike* streich* crossed старая стара puvodni anterior antes precedente previous',
  ),
  list: patterns(
    'list listprice full katalog* listino listen* liste* bezna* normal ordinary ord ordinarie reference',
  ),
  net: patterns(
    'net netto nett neto excl ex exvat exgst excluding without_vat without_tax wo_vat no_vat notax ht hors bez_dph bez_vat bez ohne* sin_iva senza_iva без_ндс без_пдв нетто veroton kdvsiz fara_tva ' +
      'netta tax_excluded vat_excluded tax_excl vat_excl',
  ),
  gross: patterns(
    'gross brutto bruttopreis bruto ttc incl inkl including inc with_vat with_tax w_vat mit_* s_dph vat dph iva con_iva с_ндс з_пдв tax_included vat_included moms regular reguli* regular*',
  ),
  selling: patterns(
    'sale sales sell selling sold special promo promotion* offer final discount discounted reduced akci* aktion* aktions* soldes oferta offerta actie rea ' +
      'tilbud* tarjous* indirim* скидк* акц* знижк* promocyjna promocja deal clearance',
  ),
}

const perWords = patterns('per je pro par por za for fur')
const pieceWords = patterns(
  'pc pcs piece pieces unit units each ea item items st stk stuck stueck stuks stuk piece* pieces pz pezzi ud uds szt ks db adet buc kpl шт',
)
const pieceNumbers: Readonly<Record<string, number>> = {
  hundred: 100,
  hundert: 100,
  thousand: 1000,
  tausend: 1000,
  mille: 1000,
}

/** A name that says how many pieces its price is for, `Price per 100 pcs` or `EUR/1000`, and its other words. */
function piecesIn(column: string): { pieces: number; words: string[] } | undefined {
  const name = column.replace(/(\d)[.,](?=\d{3}\b)/g, '$1').replace(/\s*\/\s*(?=\d)/g, ' per ')
  const nameWords = wordsIn(name)
  const per = nameWords.findIndex((word) => hasPattern([word], perWords))
  if (per < 0) return undefined
  const [count = '', ...after] = nameWords.slice(per + 1)
  const isThousands = /^\d+$/.test(count) && after[0] === 'k'
  const unit = isThousands ? after.slice(1) : after
  const number = pieceNumbers[count] ?? (/^[1-9]\d{0,5}$/.test(count) ? Number(count) : undefined)
  const isOne = number === undefined && hasPattern([count], pieceWords)
  // a price per 100 g is none of pieces
  if ((number === undefined && !isOne) || unit.some((word) => !hasPattern([word], pieceWords)))
    return undefined
  return { pieces: (number ?? 1) * (isThousands ? 1000 : 1), words: nameWords.slice(0, per) }
}

/** How many pieces a price is for by its name; undefined: it doesn't say. */
export const piecesNamed = (column: string): number | undefined => piecesIn(column)?.pieces

/** What kind of price a name means; undefined: none. */
export function priceKindOf(column: string): PriceKind | undefined {
  const piecesName = piecesIn(column)
  const nameWords = piecesName?.words ?? wordsIn(column)
  const isPrice =
    hasPattern(nameWords, priceWords) || (piecesName !== undefined && currencyInHeading(column) !== undefined)
  if (!isPrice || hasPattern(nameWords, otherThings)) return undefined
  const kinds = ['cost', 'retail', 'list', 'net', 'selling', 'gross'] as const
  return kinds.find((kind) => hasPattern(nameWords, words[kind])) ?? 'plain'
}
