// What other areas may call.
export { filledOfStore, keepChecked, keepFilled } from './filled.ts'
export { platformLogoFiles } from './logo.ts'
export { holdFields, readFields } from './read.ts'
