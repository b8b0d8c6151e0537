import type { ProductField } from '#contract/feeds/settings.ts'

/**
 * The names that suppliers and shops' exports use for each field, in their own languages, likeliest first. A word
 * is a heading without marks, blanks and capitals: `Artikel-Nr.` is `artikelnr`, `Größe` is `grosse`.
 */
const names: Record<ProductField, readonly string[]> = {
  sku: [
    'sku itemno itemnumber item productcode stocknumber partnumber vendorcode modelnumber itemid itemcode',
    'artikelnummer artikelnr artnr artikelno artno bestellnummer bestellnr produktnummer produktnr',
    'reference referencearticle refarticle refproduit codearticle codeproduit ref ugs',
    'artikelcode productnummer productcode bestelcode codicearticolo codiceprodotto codart codice',
    'referencia codigo codigoarticulo codigoproducto codigodeproducto codigodearticulo articulo',
    'артикул код кодтовара кодизделия indeks kodproduktu numerkatalogowy symbol varenummer varenr artikul',
    'id gid mpn',
  ],
  supplier_product_id: ['productid supplierid uid produktid artikelid idproduit idprodotto idproducto'],
  title: [
    'title name productname itemname producttitle shortdescription',
    'bezeichnung artikelbezeichnung produktbezeichnung produktname artikelname titel kurzbezeichnung',
    'titre nom designation libelle nomduproduit nomproduit productnaam artikelnaam naam',
    'titolo nome nomeprodotto denominazione titulo nombre nombredelproducto nombreproducto denominacion',
    'наименование название наименованиетовара товар nazwa nazwaproduktu nazwatowaru nomedoproduto benamning varenavn varebetegnelse',
    'kurztext kurzbeschreibung omschrijving',
  ],
  description: [
    'description longdescription bodyhtml details beschreibung artikelbeschreibung produktbeschreibung',
    'langtext langbeschreibung descriptif descriptionlongue descriptionproduit beschrijving',
    'productbeschrijving omschrijving descrizione descrizionelunga descripcion descripcionlarga',
    'описание opis opisproduktu descricao beskrivelse beskrivning',
  ],
  manufacturer: [
    'manufacturer brand vendor mfg brands hersteller marke fabrikat lieferantenmarke herstellername',
    'marque fabricant merk fabrikant merknaam marca produttore fabbricante fabricante',
    'производитель бренд марка producent marka varumarke varemaerke',
  ],
  categories: [
    'categories category type producttype department kategorie kategorien warengruppe gruppe artikelgruppe produktgruppe',
    'categorie famille rubrique categorien productgroep artikelgroep categoria famiglia reparto',
    'familia departamento googleproductcategory',
    'категория группа группатоваров kategoria grupa kategori varegruppe',
  ],
  images: [
    'images image imageurl imagesrc',
    'picture',
    'imagelink imagename mainimage bild bilder bildurl bildlink',
    'produktbild image1 bild1 urlimage lienimage photo afbeelding afbeeldingen afbeeldingurl foto',
    'immagine immagini urlimmagine imagen imagenes urlimagen',
    'фото картинка изображение zdjecie zdjecia imagem imagens billede billeder',
  ],
  wholesale_price: [
    'wholesaleprice cost dealerprice ekpreis ek einkaufspreis handlerpreis haendlerpreis hek nettopreis',
    'preisnetto prixachat prixdachat prixht inkoopprijs inkoop nettoprijs prezzoacquisto prezzodiacquisto',
    'prezzonetto preciocompra preciodecompra preciocoste preciodecoste coste precioneto',
    'price unitprice sellingprice yourprice listprice regularprice preis einzelpreis stuckpreis',
    'stueckpreis regularerpreis regulaererpreis prix prixunitaire tarif prixregulier tarifregulier prijs',
    'stukprijs reguliereprijs prezzo prezzounitario precio preciounitario precionormal',
    'закупочнаяцена оптоваяцена ценаопт ценазакупки цена cenahurtowa cenazakupu cenanetto cena precodecusto precocusto preco',
    'inkopspris kostpris indkobspris nettopris pris',
  ],
  msrp: [
    'msrp retail retailprice originalprice rrp compareatprice uvp uvppreis vkpreis vk verkaufspreis',
    'listenpreis bruttopreis preisbrutto streichpreis prixpublic prixconseille ppc pvc prixdevente prixttc',
    'adviesprijs verkoopprijs consumentenprijs prezzoalpubblico prezzoconsigliato prezzodivendita',
    'prezzodilistino listino pvp pvpr precioventa preciodeventa preciorecomendado',
    'розничнаяцена ррц ценарозница cenadetaliczna cenabrutto sugerowanacena vejlpris utpris',
  ],
  map_price: ['map mapprice minimumadvertisedprice'],
  dropship_fee: ['dropshipfee handlingfee'],
  shipping_cost: [
    'shipping shippingcost freight versandkosten versand porto fraisdeport fraisdelivraison verzendkosten',
    'spesedispedizione costodispedizione gastosdeenvio costeenvio',
  ],
  weight: [
    'weight weightlb weightlbs weightkg shippingweight gewicht nettogewicht bruttogewicht poids peso',
    'versandgewicht вес waga vikt vaegt',
  ],
  length: [
    'length shippinglength packagelength depth lange laenge tiefe longueur profondeur lengte diepte lunghezza profondita largo',
  ],
  width: ['width shippingwidth packagewidth breite largeur breedte larghezza ancho'],
  height: ['height shippingheight packageheight hohe hoehe hauteur hoogte altezza alto altura'],
  quantity: [
    'quantity qty stock onhand inventory qtyavailable inventoryqty stockqty quantityinstock stockquantity',
    'qtyinstock numberavailableinstock numberinstock quantityavailable availablequantity stocklevel',
    'stockonhand quantityonhand qtyonhand available availability instock',
    'bestand lagerbestand lagermenge lager verfugbar verfuegbar verfugbarkeit verfuegbarkeit menge anzahl',
    'stuckzahl stueckzahl quantite qte disponibilite disponible quantiteenstock voorraad voorraadaantal',
    'aantal beschikbaar giacenza quantita disponibilita disponibile magazzino existencias cantidad',
    'disponibilidad inventario',
    'остаток остатки количество колво наличие ilosc stan stanmagazynowy quantidade estoque antal lagersaldo lagerantal saldo',
  ],
  upc: [
    'upc gtin barcode upccode strichcode codebarre codebarres streepjescode codiceabarre codigodebarras штрихкод kodkreskowy',
  ],
  ean: ['ean ean13 eancode eannummer eannr gtin13 codeean codiceean codigoean eangtin gtinean'],
  isbn: ['isbn isbn13'],
  asin: ['asin'],
  unspsc: ['unspsc'],
  currency: ['currency currencyid wahrung waehrung devise valuta moneda divisa валюта waluta moeda'],
  parent_sku: ['parentsku parent itemgroupid vaterartikel parentid ubergeordnet'],
  options: ['options optionen opties opzioni opciones'],
}

export const headings = Object.entries(names).map(
  ([field, lines]) => [field as ProductField, lines.join(' ').split(' ').map(plain)] as const,
)

/** Words that a heading adds to its name: units, currencies, with or without tax. */
const besideNames = new Set(
  (
    'eur euro usd chf gbp dollar pln kg g gr gramm lb lbs oz cm mm m in inch ' +
    'грн руб uah rub zł netto net brutto gross ht excl inkl incl mwst btw iva vat zzgl pro je stk st pcs stuck stueck'
  ).split(' '),
)

/** `Größe (cm)` → `grossecm`. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The words by which a column's name may be recognized, surest first, with how sure they are. */
export function wordsOf(column: string): readonly (readonly [word: string, sure: number])[] {
  const name = column.replace(/^g:|^@/i, '')
  const tail = name.includes('/') ? name.slice(name.lastIndexOf('/') + 1).replace(/^\w+:|^@/, '') : name
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(plain)
  const bare = parts.filter((part) => !besideNames.has(part)).join('')
  return [[plain(name), 0.97], [bare, 0.92], ...(tail === name ? [] : [[plain(tail), 0.8] as const])]
}

/** Words that suppliers write instead of a quantity, and what they mean. */
export const stockWords: ReadonlyMap<string, number> = new Map([
  ...(
    'ja|auf lager|lagernd|lieferbar|sofort|sofort lieferbar|verfügbar|vorrätig|oui|en stock|disponible|' +
    'op voorraad|beschikbaar|leverbaar|si|sí|sì|disponibile|in magazzino|con stock|' +
    'да|есть|в наличии|tak|dostępny|dostępne|sim|em estoque|i lager|på lager'
  )
    .split('|')
    .map((word) => [word, 1] as const),
  ...(
    'nein|nicht auf lager|nicht lieferbar|nicht verfügbar|ausverkauft|vergriffen|auf anfrage|non|rupture|' +
    'rupture de stock|épuisé|indisponible|sur commande|nee|niet op voorraad|uitverkocht|niet leverbaar|' +
    'esaurito|non disponibile|agotado|sin stock|no disponible|' +
    'нет|нет в наличии|под заказ|nie|brak|niedostępny|niedostępne|não|esgotado|ej i lager|udsolgt'
  )
    .split('|')
    .map((word) => [word, 0] as const),
])
