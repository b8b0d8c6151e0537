// What other areas may call.
export { hangingCodes, promosOf } from './promos-of.ts'
export { recordRedemptions as redeemed } from './record-redemptions.ts'
