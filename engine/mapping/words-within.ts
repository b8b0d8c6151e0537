import type { ProductField } from '#contract/feeds/settings.ts'
import { patterns, type WordPattern } from './column-words.ts'

/** Words within a name that say what the column holds, and words beside them that make it something else. */
export interface FieldWords {
  words: WordPattern[]
  not: WordPattern[]
}
const field = (words: string, not: string): FieldWords => ({ words: patterns(words), not: patterns(not) })

/** Words that add nothing: a name of those and a field's words is as good as the words alone. */
export const neutralWords = patterns(
  'the of de des du da do di del della der die das den el la le los per za na för for product products item items ' +
    'article artikel* produkt* produit producto prodotto produto tovar* товар* товару позиц* urun termek tuote* varen? ' +
    'variant variants current main default full base g sku own my value text new eur euro usd gbp pln czk chf ' +
    'uah rub try sek nok dkk huf ron inr net netto nett brutto gross vat tax ua ru en de 1',
)

/** What makes any column something else, whatever it is named besides. */
const otherThings = 'url link href slug handle alt seo meta date updated created modified changed timestamp'

/** Names of a field by the words within them (docs/domain/feed-formats.md, Suggested mappings). `*` is any letters. */
export const wordsWithin: Partial<Record<ProductField, FieldWords>> = {
  sku: field(
    'sku skus stock_code stock_no stock_number stock_id item_code item_no item_number item_nr item_id part_number part_no ' +
      'product_code product_number product_no product_nr article_number article_no article_code art_nr art_no catalog_number ' +
      'catalogue_number catalog_no model_number model_no order_code order_number artikel*nummer artikel_nummer artikel*nr ' +
      'artikel_nr bestell*nummer bestell_nr codigo cod codice kod артикул* код reference referencia referencja ref ' +
      'vare*nummer vare*nr cikkszam* stok_kodu urun_kodu tuotekoodi tuotenumero код_товар* код_товара ' +
      'supplier_code supplier_reference vendor_code identifier code',
    `${otherThings} parent master group family variation bar barcode ean gtin gtins upc isbn jan asin hs hts customs commodity tariff taric ` +
      'intrastat country colo*r category cat categ* tax vat iva zip postal postcode currency discount promo unit units ' +
      'uom size brand manufacturer manufacturers mfr mfg mpn herstell* fabricant* producent* producer related cross replacement ' +
      'price quantity qty status type image pictur* count color language location bin warehouse kreskow* barras barre barr* ' +
      'bare carov* barkod* товарн* штрих* укт* гар* currency language hazard un unspsc product_type error',
  ),
  title: field(
    'name title titel titre titolo titulo designation bezeichnung *bezeichnung nom nome nombre naam *naam nazwa nazev ' +
      '*name *navn navn nimi *nimi nev *nev megnevezes denumire adi urun_adi baslik benamning *benamning наименование* ' +
      'название* назва* найменування* denominacion denominazione libelle designacao varebetegnelse benaming',
    `${otherThings} brand brands vendor manufacturer supplier provider producer category categories categ* kategori* group gruppe ` +
      'file filename image img pictur* option options option_name attribute attributes attr user username company customer color ' +
      'colo*r size parent collection tax class type tag tags country city region unit author site shop store first last ' +
      'domain series language warehouse currency status herstell* marke marque marca merk param property spec feature ' +
      'label material brandname vendorname categoryname suppliername hersteller* marken* lieferant* производител* бренд* ' +
      'категори* группы групи розділ* раздел* характеристик* shipping sheet contact short',
  ),
  description: field(
    'description desc descr descriptions beschreibung *beschreibung descripcion descrizione descricao descriptif omschrijving ' +
      '*omschrijving opis описание* опис* beskrivelse *beskrivelse beskrivning *beskrivning popis kuvaus *kuvaus aciklama* ' +
      'leiras *leiras descriere* body_html body_text long_text langtext text_long details',
    `${otherThings} category categ* image pictur* brand tax unit status shipping variant_option color size warranty group`,
  ),
  manufacturer: field(
    'brand brands manufacturer hersteller* marke marque marca merk merknaam producent vyrobce znacka gyarto marka uretici ' +
      'brend* бренд* виробник* производитель* varumarke* varemerke varemaerke tillverkare fabrikat fabrikant valmistaja producator fabricante fabricant ' +
      'produttore maker mfr mfg vendor',
    `${otherThings} id ids code no nr number num part sku logo country image website item stock`,
  ),
  categories: field(
    'category categories kategorie* kategori* categorie* categoria* kategoria* категори* категорі* department taxonomy ' +
      'product_type warengruppe* *gruppe productgroep artikelgroep group_name product_group item_group rubrique familia famille famiglia',
    `${otherThings} id ids code number no nr tax image level meta discount price customer count position parent`,
  ),
  images: field(
    'image images img imgs imgurl pictur* pictur* photo photos pic pics foto fotos bild *bild bilder immagin* imagen* imagem ' +
      'obraz* zdjeci* фото* картинк* зображенн* изображени* kep kepek gorsel* resim* kuva kuvat billede* afbeelding* thumbnail',
    'alt title text caption position count type id ids description width height size date color status hash md5 name label gallery_label has no number video',
  ),
  weight: field(
    'weight *gewicht poids peso waga vikt vaegt вес вага hmotnost suly tomeg agirlik greutate paino vekt',
    'unit units uom class dimensional volumetric type code max min number',
  ),
  length: field(
    'length lange laenge longueur lengte lunghezza longitud comprimento dlugosc delka',
    'unit units uom cable max min sleeve type class code name inseam cord',
  ),
  width: field(
    'width breite largeur breedte larghezza ancho anchura largura szerokosc sirka',
    'unit units uom max min type code name image band shoe',
  ),
  height: field(
    'height hohe hoehe hauteur hoogte altezza alto altura wysokosc vyska',
    'unit units uom max min type code name image heel rise',
  ),
  ean: field(
    'ean eans ean_code codigo_ean kod_ean ean_13',
    `${otherThings} box carton case pack master outer`,
  ),
  upc: field(
    'upc gtin gtins barcode barcodes bar_code barcode_number upc_code gtin_14 codigo_barras codigo_de_barras code_barre code_barres codice_a_barre штрихкод* штрих_код* ' +
      'carovy_kod kod_kreskowy barkod* vonalkod viivakoodi streckkod strekkode stregkode cod_bare cod_de_bare',
    `${otherThings} type box carton case master outer symbology`,
  ),
  currency: field(
    'currency curr currency_code currency_id wahrung waehrung devise moneda moeda valuta waluta валюта mena penznem deviza para_birimi doviz valuutta',
    'symbol rate factor exchange kurs price amount',
  ),
  shipping_cost: field(
    'shipping_cost shipping_price shipping_fee delivery_cost delivery_price freight versandkosten postage shipping_rate',
    'free weight type class time days',
  ),
  map_price: field('map_price map minimum_advertised_price min_advertised_price', 'url link id site'),
  quantity: field(
    'stock stocks qty quantity quantities inventory onhand on_hand available availability avail *bestand lager *lager lager* ' +
      'vorrat *menge voorraad *voorraad giacenza giacenze existencias cantidad cantidades disponibilidad disponible disponibles disponibilita ' +
      'disponibilite quantite quantita quantidade estoque остат* залиш* наличи* наявн* количеств* кількіст* stan stan_magazynowy ilosc ' +
      'skladem sklad_* mnozstvi keszlet* mennyiseg stok *stok stok_adedi adet miktar stoc cantitate varasto* saldo *saldo antal ' +
      'beholdning *beholdning склад склада atp qoh soh qoh_* inv',
    `${otherThings} min max minimum maximum moq order orders ordered mindest* per pack packs packing package case carton box pallet ` +
      'low threshold backorder backorders back allow allowed manage managed manages management track tracks tracked tracker tracking policy ' +
      'code codes number no nr sku skus id ids eta day days weeks expected incoming inbound arrival arriving next future reserved allocated committed ' +
      'sold reorder replenish* step increment* multiple multiples weight price prices value cost location locations type note message delivery lieferzeit ' +
      'verpackung* pallets minima minimo minimal* minimaln* обов* мин* мін* baleni tracked_by for_sale_date start end name description break breaks tier unlimited market ' +
      'countries country channel channels colors sizes variants condition used_by on_order backordered size sizes',
  ),
}
