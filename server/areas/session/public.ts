// What other areas may call.
export { hashPassword } from './sign-in.ts'
