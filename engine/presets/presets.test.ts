import { describe, expect, test } from 'vitest'
import {
  feedFormat,
  feedRules,
  productFields,
  type FeedFormat,
  type FeedMapping,
} from '#contract/feeds/settings.ts'
import { suggest } from '../mapping/suggest.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'

const suggested = (kind: FeedFormat['kind'], columns: readonly string[]) =>
  suggest(columns, { format: feedFormat.parse({ kind }), rules: feedRules.parse({}) })
/** `field: column`, and what is done to its cells. */
const told = (mapping: FeedMapping) =>
  mapping.map(({ field, from, transforms }) => {
    const steps = transforms.map((t) =>
      Object.values(t)
        .filter((setting) => typeof setting !== 'object')
        .join(' '),
    )
    return [`${field}: ${from}`, ...steps].join(', ')
  })

/** The first line of each shop's real files, cut to what matters, and what becomes of it. */
const files: [name: string, kind: FeedFormat['kind'], columns: string, mapping: string][] = [
  [
    'google-merchant',
    'xml',
    'g:id;title;g:description;g:price;g:sale_price;g:availability;g:brand;g:image_link;g:additional_image_link;g:gtin',
    'sku=g:id title=title description=g:description manufacturer=g:brand images=g:image_link+g:additional_image_link wholesale_price=g:price quantity=g:availability upc=g:gtin currency=g:price',
  ],
  [
    'google-merchant',
    'xml',
    'gm:id;gm:title;summary;gm:price;gm:availability',
    'sku=gm:id title=gm:title description=summary wholesale_price=gm:price quantity=gm:availability currency=gm:price',
  ],
  [
    'meta',
    'csv',
    'id;title;description;availability;price;image_link;additional_image_link[0];additional_image_link[1];fb_product_category;quantity_to_sell_on_facebook',
    'sku=id title=title description=description categories=fb_product_category images=image_link+additional_image_link[0]+additional_image_link[1] wholesale_price=price quantity=quantity_to_sell_on_facebook currency=price',
  ],
  [
    'google-table',
    'csv',
    'id;title;link;image link;availability;price;brand;gtin',
    'sku=id title=title manufacturer=brand images=image link wholesale_price=price quantity=availability upc=gtin currency=price',
  ],
  [
    'yml',
    'xml',
    '@id;@available;url;price;oldprice;currencyId;categoryId;picture;name;vendor;vendorCode;description;barcode',
    'sku=@id supplier_product_id=vendorCode title=name description=description manufacturer=vendor categories=categoryId images=picture wholesale_price=price msrp=oldprice quantity=@available upc=barcode currency=currencyId',
  ],
  [
    'yml',
    'xml',
    '@id;name_ua;price;currencyId;available;model_year',
    'sku=@id title=name_ua wholesale_price=price quantity=available currency=currencyId',
  ],
  [
    'kaspi',
    'xml',
    '@sku;model;brand;availabilities/availability@available;availabilities/availability@stockCount;cityprices/cityprice',
    'sku=@sku title=model manufacturer=brand wholesale_price=cityprices/cityprice quantity=availabilities/availability@stockCount currency=',
  ],
  [
    'heureka',
    'xml',
    'ITEM_ID;PRODUCTNAME;PRODUCT;DESCRIPTION;URL;IMGURL;IMGURL_ALTERNATIVE;PRICE_VAT;MANUFACTURER;CATEGORYTEXT;EAN;DELIVERY_DATE',
    'sku=ITEM_ID title=PRODUCTNAME description=DESCRIPTION manufacturer=MANUFACTURER categories=CATEGORYTEXT images=IMGURL+IMGURL_ALTERNATIVE wholesale_price=PRICE_VAT ean=EAN',
  ],
  [
    'ceneo',
    'xml',
    '@id;@url;@price;@avail;@stock;cat;name;imgs/main@url;imgs/i@url;desc;attrs/a[Producent];attrs/a[EAN]',
    'sku=@id title=name description=desc manufacturer=attrs/a[Producent] categories=cat images=imgs/main@url+imgs/i@url wholesale_price=@price quantity=@stock ean=attrs/a[EAN] currency=',
  ],
  [
    'prisjakt',
    'csv',
    'Product-name;Your-item-number;Price-including-VAT;Shipping-cost;Product-URL;Manufacturer;EAN;Stock-status',
    'sku=Your-item-number title=Product-name manufacturer=Manufacturer wholesale_price=Price-including-VAT shipping_cost=Shipping-cost quantity=Stock-status ean=EAN',
  ],
  [
    'prom',
    'csv',
    'Код_товару;Назва_позиції;Опис;Ціна;Валюта;Одиниця_виміру;Наявність;Виробник;Посилання_зображення',
    'sku=Код_товару title=Назва_позиції description=Опис manufacturer=Виробник images=Посилання_зображення wholesale_price=Ціна quantity=Наявність currency=Валюта',
  ],
  [
    'shopify',
    'csv',
    'Handle;Title;Body (HTML);Vendor;Type;Variant SKU;Variant Grams;Variant Inventory Qty;Variant Price;Variant Compare At Price;Variant Barcode;Image Src;SEO Title',
    'sku=Variant SKU title=Title description=Body (HTML) manufacturer=Vendor categories=Type images=Image Src wholesale_price=Variant Price msrp=Variant Compare At Price quantity=Variant Inventory Qty upc=Variant Barcode parent_sku=Handle',
  ],
  [
    'shopify-2024',
    'csv',
    'Title;URL handle;Description;Vendor;Product category;SKU;Barcode;Option1 value;Price;Compare-at price;Inventory quantity;Product image URL',
    'sku=SKU title=Title description=Description manufacturer=Vendor categories=Product category images=Product image URL wholesale_price=Price msrp=Compare-at price quantity=Inventory quantity upc=Barcode parent_sku=URL handle',
  ],
  [
    'woocommerce',
    'csv',
    'ID;Type;SKU;Name;Published;Description;In stock?;Stock;Sale price;Regular price;Categories;Images;Parent',
    'sku=SKU supplier_product_id=ID title=Name description=Description categories=Categories images=Images wholesale_price=Regular price quantity=Stock parent_sku=Parent',
  ],
  [
    'magento',
    'csv',
    'sku;attribute_set_code;product_type;categories;name;description;weight;price;special_price;base_image;additional_images;qty',
    'sku=sku title=name description=description categories=categories images=base_image+additional_images wholesale_price=price weight=weight quantity=qty',
  ],
  [
    'prestashop',
    'csv',
    'Product ID;Active (0/1);Name*;Categories (x,y,z...);Price tax excluded;Reference #;EAN13;Quantity;Image URLs (x,y,z...)',
    'sku=Reference # supplier_product_id=Product ID title=Name* categories=Categories (x,y,z...) images=Image URLs (x,y,z...) wholesale_price=Price tax excluded quantity=Quantity ean=EAN13',
  ],
  [
    'shopware-6',
    'csv',
    'id;product_number;stock;name;description;price_net;price_gross;tax_rate;cover_url;manufacturer_name;categories',
    'sku=product_number title=name description=description manufacturer=manufacturer_name categories=categories images=cover_url wholesale_price=price_net msrp=price_gross quantity=stock',
  ],
  [
    'shopware-5',
    'csv',
    'ordernumber;mainnumber;name;supplier;tax;price_EK;pseudoprice_EK;instock;description_long',
    'sku=ordernumber title=name description=description_long manufacturer=supplier wholesale_price=price_EK msrp=pseudoprice_EK quantity=instock parent_sku=mainnumber',
  ],
  [
    'opencart',
    'csv',
    'product_id;name(en-gb);quantity;model;manufacturer;image_name;price;stock_status_id;tax_class_id',
    'sku=model supplier_product_id=product_id title=name(en-gb) manufacturer=manufacturer images=image_name wholesale_price=price quantity=quantity',
  ],
  [
    'bigcommerce',
    'csv',
    'Item Type;Product ID;Product Name;Product Code/SKU;Brand Name;Price;Cost Price;Retail Price;Current Stock Level;Product UPC/EAN',
    'sku=Product Code/SKU supplier_product_id=Product ID title=Product Name manufacturer=Brand Name wholesale_price=Cost Price msrp=Retail Price quantity=Current Stock Level upc=Product UPC/EAN',
  ],
  [
    'medusa',
    'csv',
    'Product Handle;Product Title;Product Description;Product Thumbnail;Product Weight;Variant Title;Variant SKU;Variant Inventory Quantity;Price EUR;Price USD',
    'sku=Variant SKU title=Product Title description=Product Description images=Product Thumbnail wholesale_price=Price EUR quantity=Variant Inventory Quantity currency= parent_sku=Product Handle',
  ],
  [
    'bmecat',
    'xml',
    'SUPPLIER_AID;ARTICLE_DETAILS/DESCRIPTION_SHORT;ARTICLE_DETAILS/EAN;ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_AMOUNT;ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_CURRENCY',
    'sku=SUPPLIER_AID title=ARTICLE_DETAILS/DESCRIPTION_SHORT wholesale_price=ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_AMOUNT ean=ARTICLE_DETAILS/EAN currency=ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_CURRENCY',
  ],
  [
    'bmecat-2005',
    'xml',
    'SUPPLIER_PID;PRODUCT_DETAILS/DESCRIPTION_SHORT;PRODUCT_DETAILS/INTERNATIONAL_PID;PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_AMOUNT;PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_CURRENCY',
    'sku=SUPPLIER_PID title=PRODUCT_DETAILS/DESCRIPTION_SHORT wholesale_price=PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_AMOUNT ean=PRODUCT_DETAILS/INTERNATIONAL_PID currency=PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_CURRENCY',
  ],
  [
    'x12-832',
    'x12',
    'LIN.IB;LIN.B7;PID;CTP.RTL',
    'sku=LIN.IB title=PID manufacturer=LIN.B7 msrp=CTP.RTL isbn=LIN.IB',
  ],
  ['x12-846', 'x12', 'LIN.SK;LIN.UP;QTY.33', 'sku=LIN.SK quantity=QTY.33 upc=LIN.UP'],
  [
    'icecat',
    'csv',
    'Supplier;Prod_id;Icecat_id;GTIN(EAN/UPC);Category;Model;HighPic;LongSummaryDescription;ProductTitle',
    'sku=Prod_id supplier_product_id=Icecat_id title=ProductTitle description=LongSummaryDescription manufacturer=Supplier categories=Category images=HighPic ean=GTIN(EAN/UPC)',
  ],
  [
    'akeneo',
    'csv',
    'sku;categories;enabled;family;groups;name-en_US;price-EUR;weight-unit',
    'sku=sku title=name-en_US categories=categories wholesale_price=price-EUR currency=',
  ],
  [
    'odoo',
    'xlsx',
    'Internal Reference;Name;Sales Price;Cost;Quantity On Hand;Barcode',
    'sku=Internal Reference title=Name wholesale_price=Cost msrp=Sales Price quantity=Quantity On Hand upc=Barcode',
  ],
  [
    '1c',
    'xml',
    'Ид;Артикул;Наименование;Цены/Цена/ЦенаЗаЕдиницу;Цены/Цена/Валюта;Количество',
    'sku=Артикул supplier_product_id=Ид title=Наименование wholesale_price=Цены/Цена/ЦенаЗаЕдиницу quantity=Количество currency=Цены/Цена/Валюта',
  ],
]
const fed = (mapping: FeedMapping) =>
  mapping.map(({ field, from, also = [] }) => `${field}=${[from, ...also].join('+')}`).join(' ')

describe('a known file', () => {
  test.each(files)('of %s (%s) is recognized by its own columns', (name, kind, columns, mapping) => {
    const found = suggested(kind, ['zz', ...columns.split(';')])
    expect(found.preset?.name).toBe(name)
    expect(fed(found.mapping)).toBe(mapping)
  })
  test('keeps the delimiter and the encoding that were found, and adds its grouping and lenient rule', () => {
    const rules = feedRules.parse({ warn_percent: 9 })
    const columns = ['Handle', 'Title', 'Vendor', 'Variant SKU', 'Variant Price']
    const format = feedFormat.parse({ kind: 'csv', encoding: 'utf-8', delimiter: ';' })
    expect(suggest(columns, { format, rules })).toMatchObject({
      format: { ...format, group: 'Handle' },
      rules: { ...rules, ragged_row: 'accept' },
    })
  })
  test.each([
    ['a list with usual names', 'sku;name;price;qty;description;weight'],
    ['a list with a handle', 'Handle;Name;Price;SKU'],
    ['a file of items with an id', 'id;title;price;availability'],
    ['offers with a SKU', '@sku;name;price;brand'],
    ['a model', 'model;name;price;quantity'],
    ['a family of products', 'sku;name;family;price'],
    ['a product number', 'product_number;name;price;stock'],
  ])('isn’t %s', (_what, columns) => {
    expect(suggested('csv', columns.split(';')).preset).toBeUndefined()
  })
  test('gives a reason for each column', () => {
    const { reasons } = suggested('csv', ['Handle', 'Title', 'Variant SKU', 'Variant Price'])
    expect(reasons.sku).toBe('known from Shopify product export (CSV)')
  })
})

test('an unknown file keeps its settings and gets a mapping from its column names', () => {
  const now = { format: feedFormat.parse({ kind: 'csv', delimiter: ';' }), rules: feedRules.parse({}) }
  expect(suggest(['a', 'sku'], now)).toEqual({
    preset: undefined,
    ...now,
    mapping: [{ field: 'sku', from: 'sku', transforms: [] }],
    confidence: { sku: 0.97 },
    reasons: { sku: 'by its name' },
    notes: [],
  })
})

describe('a mapping from column names', () => {
  const spelt: Partial<Record<keyof typeof productFields, string>> = {
    sku: 'SKU|Item No.|Item Number|ITEM|Product Code|Stock_Number|Part-Number|Vendor Code|id|@id|g:id|GID|Model Number|Item ID',
    supplier_product_id: 'Supplier ID|UID',
    title: 'Title|g:title|Name|Product Name|Item Name|Short Description',
    description: 'Description|Long Description|Body (HTML)|Details',
    manufacturer: 'Manufacturer|Brand|Vendor|MFG',
    categories: 'Categories|Category|Type|Product Type|Department',
    images: 'Images|Image|Image URL|Image Src|Picture|g:image_link|Image Name',
    wholesale_price: 'Wholesale Price|Cost|Dealer Price|Price|Unit Price|Selling Price|Your Price|List Price',
    msrp: 'MSRP|Retail|Retail Price|Original Price|RRP|Compare At Price',
    map_price: 'MAP|MAP Price|Minimum Advertised Price',
    dropship_fee: 'Dropship Fee|Handling Fee',
    shipping_cost: 'Shipping|Shipping Cost|Freight',
    weight: 'Weight|Weight (lb)|Weight (lbs)|Weight kg|Shipping Weight',
    length: 'Length|Depth',
    width: 'Width',
    height: 'Height',
    quantity: 'Quantity|Qty|Stock|On Hand|Inventory|Available|Availability|Qty Available|Inventory Qty',
    upc: 'UPC|GTIN|Barcode|UPC Code',
    ean: 'EAN|EAN-13',
    isbn: 'ISBN',
    asin: 'ASIN',
    unspsc: 'UNSPSC',
    currency: 'Currency|currencyId',
    parent_sku: 'Parent SKU|Parent|g:item_group_id',
    options: 'Options',
  }
  test.each(Object.entries(spelt))('finds the %s', (field, names) => {
    const money = ['wholesale_price', 'msrp', 'map_price', 'dropship_fee', 'shipping_cost'].includes(field)
    const transforms = money
      ? [{ kind: 'price' }]
      : field === 'quantity'
        ? [{ kind: 'quantity_words', words: {} }]
        : []
    const key = field === 'supplier_product_id' ? ['SKU'] : []
    for (const from of names.split('|'))
      expect(suggestMapping([...key, from]).mapping).toContainEqual({ field, from, transforms })
  })
  test('looks for every field', () => {
    expect(Object.keys(spelt)).toEqual(Object.keys(productFields))
  })
  test.each(['Colour', 'g:', '@', 'Titles', 'Category ID', 'Brand logo', 'Order number of the invoice date'])(
    'finds nothing in “%s”',
    (name) => {
      expect(suggestMapping([name]).mapping).toEqual([])
    },
  )
  test('gives each field its likeliest column, and each column once', () => {
    const columns = ['Item No', 'SKU', 'Name', 'Product Name', 'name', 'Dealer Price', 'Price', 'UPC Code']
    expect(told(suggestMapping(columns).mapping)).toEqual([
      'sku: SKU',
      'title: Name',
      'wholesale_price: Dealer Price, price',
      'msrp: Price, price',
      'upc: UPC Code',
    ])
  })
})

describe('the best of several columns is used', () => {
  const woo = ['ID', 'SKU', 'Name', 'Regular price', 'Stock', 'In stock?']
  const stockOf = (kind: 'csv' | 'xml', columns: readonly string[], ...rows: string[][]) => {
    const now = { format: { kind, header: true, quote: '"' as const }, rules: feedRules.parse({}) }
    return suggest(columns, now, rows).mapping.find((m) => m.field === 'quantity')?.from
  }
  test('the in-stock flag, if the shop has no stock count', () => {
    expect(stockOf('csv', woo, ['1', 'A', 'Lamp', '9', '', '1'], ['2', 'B', 'Chair', '8', '4', '1'])).toBe(
      'In stock?',
    )
    expect(stockOf('csv', woo, ['1', 'A', 'Lamp', '9', '7', '1'], ['2', 'B', 'Chair', '8', '0', '0'])).toBe(
      'Stock',
    )
  })
  test('the stock count, even if it is blank for a parent of variations, which has no price', () => {
    expect(stockOf('csv', woo, ['1', 'A', 'Lamp', '', '', '1'], ['2', 'B', 'Lamp, red', '8', '4', '1'])).toBe(
      'Stock',
    )
  })
  test('the count, rather than the flag of a YML offer', () => {
    const yml = ['@id', '@available', 'name', 'price', 'quantity_in_stock', 'quantity']
    expect(stockOf('xml', yml, ['1', 'true', 'Lamp', '9', '12', '3'])).toBe('quantity_in_stock')
    expect(stockOf('xml', yml, ['1', 'true', 'Lamp', '9', '', '3'])).toBe('quantity')
    expect(stockOf('xml', yml.slice(0, 4), ['1', 'true', 'Lamp', '9'])).toBe('@available')
  })
  test('the category names of a YML offer, rather than their numbers', () => {
    const now = {
      format: { kind: 'xml' as const, header: true, quote: '"' as const },
      rules: feedRules.parse({}),
    }
    const columns = ['@id', 'categoryId', 'name', 'price', 'category']
    const categoriesOf = (...rows: string[][]) =>
      suggest(columns, now, rows).mapping.find((m) => m.field === 'categories')?.from
    expect(categoriesOf(['1', '2', 'Lamp', '9', 'Home > Lamps'], ['2', '', 'Chair', '8', ''])).toBe(
      'category',
    )
    columns.pop()
    expect(categoriesOf(['1', '2', 'Lamp', '9'])).toBe('categoryId')
  })
})
