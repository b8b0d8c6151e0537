export { keepRetention } from './keep-retention.ts'
export { measureSizes as measureRetention } from './measure.ts'
export { readKinds } from './read.ts'
