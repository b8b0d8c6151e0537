// What other areas may call.
export { keepFilled } from './filled.ts'
export { platformLogoFiles } from './logo.ts'
export { holdFields } from './read.ts'
