export { keepRetention } from './keep-retention.ts'
export { measureSizes as measureRetention } from './measure.ts'
export { noteSizes } from './note-sizes.ts'
export { forecastGrowth, readKinds } from './read.ts'
