export const firstNames = (
  'Ann,Ben,Clara,David,Elena,Frank,Grace,Hugo,Iris,James,Kira,Liam,Maya,Noah,Olga,Paul,Quinn,Rosa,' +
  'Sam,Tara,Umar,Vera,Will,Xenia,Yusuf,Zoe,Aisha,Bjorn,Carlos,Dina'
).split(',')
export const lastNames = (
  'Adler,Brooks,Castillo,Dawson,Eriksen,Fischer,Gupta,Hansen,Ivanov,Johnson,Kowalski,Lopez,Martin,' +
  'Nguyen,Okafor,Peters,Quist,Rossi,Silva,Turner,Ueda,Vargas,Weber,Xu,Young,Zimmer'
).split(',')
export const shopKinds = (
  'Garden,Outdoor,Home,Kitchen,Pet,Toy,Sports,Audio,Office,Auto,Craft,Baby,Beauty,Camping,Cycling,' +
  'Fishing,Furniture,Jewelry,Lighting,Tool'
).split(',')
export const shopNames = (
  'Shop,Outlet,Depot,Corner,Market,Supply,Direct,Warehouse,Store,Trading,Goods,Emporium,House,Place,' +
  'Works'
).split(',')
export const cities = [
  ['Austin', 'TX', '78701', 'United States'],
  ['Portland', 'OR', '97201', 'United States'],
  ['Denver', 'CO', '80202', 'United States'],
  ['Columbus', 'OH', '43085', 'United States'],
  ['Leeds', '', 'LS1 4AP', 'United Kingdom'],
  ['Toronto', 'ON', 'M5H 2N2', 'Canada'],
  ['Tampa', 'FL', '33602', 'United States'],
  ['Boise', 'ID', '83702', 'United States'],
  ['Cape Town', 'WC', '8001', 'South Africa'],
] as const
export const supplierNames = [
  'Alpine Outdoor Supply',
  'Bayside Home Goods',
  'Cobalt Tools',
  'Driftwood Furniture',
  'Evergreen Garden',
  'Falcon Auto Parts',
  'Granite Kitchenware',
  'Harbor Lighting',
  'Ironwood Sporting Goods',
  'Juniper Pet Care',
  'Keystone Electronics',
  'Lakeshore Toys',
  'Maple Leaf Linens',
  'Northwind Apparel',
  'Oakridge Hardware',
  'Pioneer Camping',
  'Quarry Stoneware',
  'Redwood Office',
  'Summit Cycling',
  'Tidewater Marine',
  'Urban Audio',
  'Valley Crafts',
  'Westbrook Jewelry',
  'Xenon Lamps',
  'Yellowstone Fishing',
  'Zephyr Fans',
  'Amber Candle Works',
  'Bluebird Baby',
  'Copperfield Cookware',
  'Dakota Leather',
  'Ember Fireplaces',
  'Foxglove Beauty',
  'Golden Gate Imports',
  'Highland Wool',
  'Inland Pool Supply',
  'Jade Tableware',
  'Kestrel Optics',
  'Lumen Solar',
  'Meridian Travel Gear',
  'Nimbus Rainwear',
]
export const adjectives = (
  'Compact,Classic,Heavy-Duty,Lightweight,Foldable,Stainless,Wooden,Waterproof,Portable,Adjustable,' +
  'Premium,Everyday,Rustic,Modern,Deluxe,Insulated'
).split(',')
export const things = (
  'Lantern,Chair,Backpack,Mug,Planter,Shelf,Tool Set,Blanket,Water Bottle,Desk Lamp,Cutting Board,' +
  'Tent,Storage Box,Wall Clock,Bike Pump,Dog Bed,Skillet,Speaker,Rain Jacket,Fishing Reel,Mirror,Rug,' +
  'Cooler,Hammock,Headlamp'
).split(',')
export const colours = 'Black,White,Slate,Forest,Navy,Sand,Crimson,Teal'.split(',')
export const brands =
  'Norvik,Hearth & Co,Trailmark,Lumora,Bastion,Oakline,Fieldcraft,Aerly,Tidal,Kobalt'.split(',')
