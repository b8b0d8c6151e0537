// What other areas may call.
export { book, bookCredit, type Account, type Movement } from './book.ts'
