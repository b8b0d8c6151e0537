// What other areas may call.
export { promosOf } from './promos-of.ts'
export { redeemed } from './redeemed.ts'
