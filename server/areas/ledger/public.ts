// What other areas may call.
export { book, bookCredit, type Account, type Movement } from './book.ts'
export { freeCredit, heldCredit } from './credit.ts'
export { keepLedgerSums, readSums, sumsOf } from './sums.ts'
