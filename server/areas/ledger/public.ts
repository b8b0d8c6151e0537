// What other areas may call.
export { type Account, type Movement, book, bookCredit } from './book.ts'
export { freeCredit, heldCredit } from './credit.ts'
export { type Received, moneyAccounts, readReceived, receivedByVendor } from './received.ts'
export { keepLedgerSums, readSums, sumsOf } from './sums.ts'
