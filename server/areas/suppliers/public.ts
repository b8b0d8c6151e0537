// What other areas may call.
export { logoFiles } from './logo.ts'
