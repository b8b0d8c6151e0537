/** What a word for stock means: at least one, or none. */
const inStockWords =
  'yes|y|true|in stock|instock|available|low|low stock|limited|limited stock|few|many|plenty|high|medium|' +
  '+|available now|ready to ship|on stock|on hand|' +
  'ja|j|auf lager|lagernd|lieferbar|sofort|sofort lieferbar|sofort verfügbar|verfügbar|vorrätig|wenige|viele|' +
  'oui|en stock|disponible|op voorraad|beschikbaar|leverbaar|si|sí|sì|disponibile|in magazzino|con stock|' +
  'da|да|есть|есть в наличии|в наличии|мало|много|достаточно|так|є|є в наявності|в наявності|багато|' +
  'tak|dostępny|dostępne|dostępna|jest|na stanie|dużo|mało|sim|em estoque|em stock|disponível|' +
  'i lager|på lager|finns i lager|skladem|ano|na skladě|dostupné|dostupný|készleten|raktáron|igen|van|' +
  'var|mevcut|stokta|stokta var|evet|în stoc|in stoc|disponibil|varastossa|kyllä|saatavilla|på lager nå'
const outOfStockWords =
  'no|n|false|none|call|zero|nil|out|out of stock|outofstock|oos|discontinued|sold out|soldout|unavailable|' +
  'not available|backorder|back order|on backorder|onbackorder|backordered|preorder|pre order|on order|' +
  'temporarily out of stock|end of life|eol|' +
  'nein|nicht auf lager|nicht lieferbar|nicht verfügbar|ausverkauft|vergriffen|auf anfrage|' +
  'non|rupture|rupture de stock|en rupture|épuisé|indisponible|sur commande|' +
  'nee|niet op voorraad|uitverkocht|niet leverbaar|esaurito|non disponibile|agotado|sin stock|no disponible|' +
  'нет|нет в наличии|под заказ|ожидается|отсутствует|ні|немає|немає в наявності|немає в наявності|під замовлення|' +
  'відсутній|очікується|nie|brak|niedostępny|niedostępne|na zamówienie|não|nao|esgotado|sem estoque|indisponível|' +
  'nej|ej i lager|slut|slut i lager|udsolgt|ikke på lager|utsolgt|vyprodáno|není skladem|nedostupné|ne|' +
  'nincs|nincs készleten|elfogyott|nem|yok|tükendi|stokta yok|hayır|stoc epuizat|epuizat|nu|indisponibil|' +
  'loppu|ei varastossa|loppunut|ei'

/** `In-Stock`, `in_stock` and `IN STOCK!` are the same words. */
export const wordKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_\-–\u00a0]+/gu, ' ')
    .replace(/^[\s"'«“]+|[\s.!?,;:"'»”]+$/gu, '')

const entriesOf = (words: string, n: number) => words.split('|').map((word) => [wordKey(word), n] as const)

/** Words that suppliers write instead of a quantity, and what they mean. */
export const stockWords: ReadonlyMap<string, number> = new Map([
  ...entriesOf(inStockWords, 1),
  ...entriesOf(outOfStockWords, 0),
])

/** Words beside a number of pieces: `12 шт.`, `only 3 left`. Times and measures aren't among them. */
export const besideCount: ReadonlySet<string> = new Set(
  (
    'new used refurbished collectible left available only just nur noch seulement solo only on hand in stock units unit pcs pc pieces piece ' +
    'items item ea each stk st stück stuck stuks stuk pièces pièce pezzi pz uds ud unidades unidade шт штук ' +
    'od szt sztuk ks kus kusů db darab adet buc bucati bucăți kpl kappaletta more than over about approx ca min ' +
    'at least mehr als über plus de más di più более больше больш більше ponad powyżej más de meer dan over up to'
  )
    .split(' ')
    .map(wordKey),
)
