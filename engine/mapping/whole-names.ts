import type { ProductField } from '#contract/feeds/settings.ts'
import { plain } from './column-words.ts'

/**
 * The whole names that suppliers and shops' exports use for each field, in their own languages, likeliest first. A
 * word is a heading without marks, blanks and capitals: `Artikel-Nr.` is `artikelnr`, `Größe` is `grosse`.
 */
const names: Record<ProductField, readonly string[]> = {
  sku: [
    'sku itemno itemnumber item productcode stocknumber partnumber vendorcode modelnumber itemid itemcode',
    'artikelnummer artikelnr artnr artikelno artno bestellnummer bestellnr produktnummer produktnr reference',
    'referencearticle refarticle refproduit codearticle codeproduit ref ugs artikelcode productnummer',
    'productcode bestelcode codicearticolo codiceprodotto codart codice referencia codigo codigoarticulo',
    'codigoproducto codigodeproducto codigodearticulo articulo артикул код кодтовара кодизделия indeks',
    'kodproduktu numerkatalogowy symbol varenummer varenr artikul stockcode productsku productnumber',
    'sellersku skuid kodzbozi katalogovecislo produktkod cikkszam cikkszama termekkod urunkodu stokkodu',
    'urunkod tuotekoodi tuotenumero tuotenro codprodus codprodusului codproduto codigodoproduto',
    'referenciadoproduto артикултовару кодпозиції code id gid mpn',
  ],
  supplier_product_id: [
    'productid supplierid uid produktid artikelid idproduit idprodotto idproducto productno itemuid',
  ],
  title: [
    'title name productname itemname producttitle shortdescription bezeichnung artikelbezeichnung',
    'produktbezeichnung produktname artikelname titel kurzbezeichnung titre nom designation libelle',
    'nomduproduit nomproduit productnaam artikelnaam naam titolo nome nomeprodotto denominazione titulo',
    'nombre nombredelproducto nombreproducto denominacion наименование название наименованиетовара товар',
    'nazwa nazwaproduktu nazwatowaru nomedoproduto benamning varenavn varebetegnelse kurztext',
    'kurzbeschreibung omschrijving nazev nazevproduktu nazevzbozi urunadi urunismi urunbaslik megnevezes',
    'termeknev termekneve denumire denumireprodus numeprodus designacao tuotenimi nimi tuotteennimi назва',
    'назватовару назвапозиції названиепозиции найменування produktnamn artikelbenamning produktnavn vareteks',
    'varetekst kratkynazev item items product article artikel produkt produit producto prodotto produto',
  ],
  description: [
    'description longdescription bodyhtml details beschreibung artikelbeschreibung produktbeschreibung',
    'langtext langbeschreibung descriptif descriptionlongue descriptionproduit beschrijving',
    'productbeschrijving omschrijving descrizione descrizionelunga descripcion descripcionlarga описание opis',
    'opisproduktu descricao beskrivelse beskrivning popis popisproduktu dlouhypopis aciklama urunaciklamasi',
    'leiras termekleiras descriere descriereprodus kuvaus tuotekuvaus опистовару описпозиції описаниетовара',
    'summary longdesc',
  ],
  manufacturer: [
    'manufacturer brand vendor mfg brands hersteller marke fabrikat lieferantenmarke herstellername marque',
    'fabricant merk fabrikant merknaam marca produttore fabbricante fabricante производитель бренд марка',
    'producent marka varumarke varemaerke vyrobce znacka gyarto uretici brend producator valmistaja merkki',
    'tuotemerkki tillverkare виробник торговамарка',
  ],
  categories: [
    'categories category type producttype department kategorie kategorien warengruppe gruppe artikelgruppe',
    'produktgruppe categorie famille rubrique categorien productgroep artikelgroep categoria famiglia reparto',
    'familia departamento googleproductcategory категория группа группатоваров kategoria grupa kategori',
    'varegruppe categorytext kategoriak termekkategoria kategoriler tuoteryhma категорія групатоварів',
    'назвагрупи названиегруппы categoriepath categorypath',
  ],
  images: [
    'images image imageurl imagesrc',
    'picture',
    'imagelink imagename mainimage bild bilder bildurl bildlink',
    'produktbild image1 bild1 urlimage lienimage photo afbeelding afbeeldingen afbeeldingurl foto immagine',
    'immagini urlimmagine imagen imagenes urlimagen фото картинка изображение zdjecie zdjecia imagem imagens',
    'billede billeder imgurl obrazek obrazky obrazekurl kep kepek kepurl gorsel resim resimler resimurl',
    'imagine imagini poza kuva kuvat зображення фотографія посиланнязображення ссылкаизображения mainimageurl',
    'image1url imageaddress',
  ],
  wholesale_price: [
    'wholesaleprice cost dealerprice ekpreis ek einkaufspreis handlerpreis haendlerpreis hek nettopreis',
    'preisnetto prixachat prixdachat prixht inkoopprijs inkoop nettoprijs prezzoacquisto prezzodiacquisto',
    'prezzonetto preciocompra preciodecompra preciocoste preciodecoste coste precioneto price unitprice',
    'sellingprice yourprice listprice regularprice preis einzelpreis stuckpreis stueckpreis regularerpreis',
    'regulaererpreis prix prixunitaire tarif prixregulier tarifregulier prijs stukprijs reguliereprijs prezzo',
    'prezzounitario precio preciounitario precionormal закупочнаяцена оптоваяцена ценаопт ценазакупки цена',
    'cenahurtowa cenazakupu cenanetto cena precodecusto precocusto preco inkopspris kostpris indkobspris',
    'nettopris pris buyingprice purchaseprice costprice unitcost netprice tradeprice resellerprice',
    'nakupnicena velkoobchodnicena cenabezdph nettoar beszerzesiar nagykerar alisfiyati maliyet bayifiyati',
    'pretachizitie pretfurnizor pretfaratva ostohinta sisaanostohinta precocompra prezzoingrosso',
    'закупівельнаціна оптоваціна собівартість ціна ar fiyat fiyati birimfiyat pret hinta yksikkohinta',
  ],
  msrp: [
    'msrp retail retailprice originalprice rrp compareatprice uvp uvppreis vkpreis vk verkaufspreis',
    'listenpreis bruttopreis preisbrutto streichpreis prixpublic prixconseille ppc pvc prixdevente prixttc',
    'adviesprijs verkoopprijs consumentenprijs prezzoalpubblico prezzoconsigliato prezzodivendita',
    'prezzodilistino listino pvp pvpr precioventa preciodeventa preciorecomendado розничнаяцена ррц',
    'ценарозница cenadetaliczna cenabrutto sugerowanacena vejlpris utpris suggestedretailprice',
    'recommendedretailprice doporucenacena moc fogyasztoiar ajanlottar tavsiyeedilenfiyat perakendefiyat',
    'listefiyati pretrecomandat pretvanzare ohje ohjehinta vejledendepris rekpris роздрібнаціна',
    'рекомендованаціна mrp srp',
  ],
  map_price: ['map mapprice minimumadvertisedprice'],
  dropship_fee: ['dropshipfee handlingfee'],
  shipping_cost: [
    'shipping shippingcost freight versandkosten versand porto fraisdeport fraisdelivraison verzendkosten',
    'spesedispedizione costodispedizione gastosdeenvio costeenvio shippingprice deliverycost doprava',
    'fraktkostnad frakt kargo kargoucreti вартістьдоставки',
  ],
  weight: [
    'weight weightlb weightlbs weightkg shippingweight gewicht nettogewicht bruttogewicht poids peso',
    'versandgewicht вес waga vikt vaegt hmotnost vaha suly tomeg agirlik greutate paino вага vekt',
  ],
  length: [
    'length shippinglength packagelength depth lange laenge tiefe longueur profondeur lengte diepte lunghezza',
    'profondita largo delka hossz uzunluk lungime pituus comprimento довжина dlugosc langd laengde',
  ],
  width: [
    'width shippingwidth packagewidth breite largeur breedte larghezza ancho sirka szelesseg genislik latime',
    'leveys largura ширина szerokosc bredd bredde',
  ],
  height: [
    'height shippingheight packageheight hohe hoehe hauteur hoogte altezza alto altura vyska magassag',
    'yukseklik inaltime korkeus высота висота wysokosc hojd hojde',
  ],
  quantity: [
    'quantity qty stock onhand inventory qtyavailable inventoryqty stockqty quantityinstock stockquantity',
    'qtyinstock numberavailableinstock numberinstock quantityavailable availablequantity stocklevel',
    'stockonhand quantityonhand qtyonhand available availability instock bestand lagerbestand lagermenge',
    'lager verfugbar verfuegbar verfugbarkeit verfuegbarkeit menge anzahl stuckzahl stueckzahl quantite qte',
    'disponibilite disponible quantiteenstock voorraad voorraadaantal aantal beschikbaar giacenza quantita',
    'disponibilita disponibile magazzino existencias cantidad disponibilidad inventario остаток остатки',
    'количество колво наличие ilosc stan stanmagazynowy quantidade estoque antal lagersaldo lagerantal saldo',
    'skladem mnozstvi stavskladu sklad skladovost keszlet mennyiseg raktarkeszlet stok stokadedi adet miktar',
    'stocdisponibil stoc cantitate varasto varastosaldo kpl залишок кількість наявність antalpalager',
    'lagerbeholdning beholdning paalager disponibilidade stockdisponible stockdisponivel availablestock',
    'availableqty stockavailable freestock currentstock totalstock totalqty raktaron αποθεμα αποθεματα ποσοτητα',
  ],
  upc: [
    'upc gtin barcode upccode strichcode codebarre codebarres streepjescode codiceabarre codigodebarras',
    'штрихкод kodkreskowy carovykod vonalkod barkod barkodu codbare viivakoodi strekkode stregkode streckkod',
    'gtinean',
  ],
  ean: ['ean ean13 eancode eannummer eannr gtin13 codeean codiceean codigoean eangtin gtinean eankod kodean'],
  isbn: ['isbn isbn13'],
  asin: ['asin'],
  unspsc: ['unspsc'],
  currency: [
    'currency currencyid wahrung waehrung devise valuta moneda divisa валюта waluta moeda mena penznem deviza',
    'doviz parabirimi valuutta currencycode pricecurrency',
  ],
  parent_sku: [
    'parentsku parent itemgroupid vaterartikel parentid ubergeordnet parentproductsku mastersku groupid',
    'parentcode',
  ],
  options: ['options optionen opties opzioni opciones'],
}

export const wholeNames = Object.entries(names).map(
  ([field, lines]) => [field as ProductField, lines.join(' ').split(' ').map(plain)] as const,
)
