// What other areas may call.
export { hangingCodes, promosOf } from './promos-of.ts'
export { redeemed } from './redeemed.ts'
