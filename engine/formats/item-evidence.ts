// what makes one of a document's lists its products: names of fields such as an id and a price

type Witness = 'id' | 'price' | 'title' | 'stock' | 'code' | 'image' | 'brand'
const weights: Record<Witness, number> = {
  price: 3,
  id: 2,
  title: 2,
  stock: 2,
  code: 1,
  image: 0.7,
  brand: 0.7,
}
const witnesses: readonly (readonly [Witness, RegExp])[] = [
  [
    'price',
    /price|preis|prijs|prezzo|preci|preco|preço|prix|cena|цен|цін|cost|pris$|amount|fiyat|tarif|msrp|rrp/i,
  ],
  [
    'stock',
    /stock|qty|quant|avail|bestand|lager|voorraad|sklad|налич|наявн|остат|disponib|giacenza|cantidad|ilosc|stan$/i,
  ],
  ['code', /ean|gtin|upc|barcode|isbn|штрихкод/i],
  ['image', /image|img|picture|photo|foto|bild|imagen|immagine/i],
  ['brand', /brand|vendor|manufact|hersteller|marke|marca|marque|fabricant|proizv|výrobce|бренд/i],
  [
    'title',
    /title|name$|nombre|titre|nom$|nome$|bezeich|naz[ie]v|nazwa|denomin|descr?i|desc$|назв|наимен|model|libelle|designation/i,
  ],
  [
    'id',
    /sku|kod|artik|artnr|artno|артикул|^код|referen|codi[gc]o|(?:^|[_-])(?:id|code|ref|nr|no|num|number|mpn|aid|pid)$|[a-z](?:Id|ID|Code|No|Nr|Ref)$|^(?:item|product|part)(?:id|no|nr|code|number)$/i,
  ],
]
/** Elements that are lists of something else than products. */
const besideProducts =
  /^(?:categor(?:y|ies|ia|ie)|kategorie|currenc(?:y|ies)|param(?:eter)?|attribute|property|delivery-option|image|picture|photo|media|link|header|store|outlet|warehouse|location|tax|shipping|option|feature|language|unit-?of-?measure|contact|address|style|column)$/i
const itemNames =
  /^(?:item|offer|product|entry|article|artikel|articulo|articolo|shopitem|row|record|sku|part|listing)$/i

const localName = (name: string) => name.replace(/^.*:/, '')
export const witnessOf = (name: string): Witness | undefined => {
  const local = localName(name)
  return witnesses.find(([, pattern]) => pattern.test(local))?.[0]
}

/** Whether a name is that of a price. */
export const namesPrice = (name: string): boolean => witnessOf(name) === 'price'

export const isBeside = (name: string): boolean => besideProducts.test(localName(name))
export const isNamedItem = (name: string): boolean => itemNames.test(localName(name))

/** Whether a name is that of several products, whose title isn't theirs. */
export const namesGroup = (name: string): boolean =>
  /brand|manufact|vendor|supplier|group|section|depart|shop|store|warehouse|catalog|list|order|price|collection|family/i.test(
    name,
  ) ||
  (isBeside(name) && !/^style$/i.test(localName(name)))

/** What is found in a list's items. */
export class Evidence {
  readonly #found = new Map<Witness, number>()
  #fields = 0

  /** @param depth 1 for a field of the item itself @param share of the items that have it */
  add(name: string, depth: number, share: number): void {
    if (depth === 1 && share > 0.3) this.#fields++
    const witness = witnessOf(name)
    if (!witness) return
    const points = weights[witness] * 0.9 ** (depth - 1) * Math.min(1, share)
    this.#found.set(witness, Math.max(points, this.#found.get(witness) ?? 0))
  }

  has(witness: Witness): boolean {
    return this.#found.has(witness)
  }

  get hasOwnPrice(): boolean {
    return this.#found.get('price') === weights.price
  }

  /** @param coverage the items' share of the document */
  points(name: string, count: number, coverage: number): number {
    const sum = [...this.#found.values()].reduce((all, points) => all + points, 0)
    const often = count > 1 ? 1.5 * coverage + Math.min(1, Math.log10(count)) : 0
    const namePoints = isNamedItem(name) ? 1 : 0
    return sum + 0.15 * Math.min(8, this.#fields) + often + namePoints - (isBeside(name) ? 3 : 0)
  }
}
