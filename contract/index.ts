import { feeds } from './feeds.ts'
import { jobs } from './jobs.ts'
import { products } from './products.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { suppliers } from './suppliers.ts'
import { variants } from './variants.ts'
import { vendors } from './vendors.ts'

/** Every operation of the service, by area and name. */
export const contract = { session, search, vendors, suppliers, feeds, jobs, products, variants }
