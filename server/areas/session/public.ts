// What other areas may call.
export { hashPassword } from './passwords.ts'
