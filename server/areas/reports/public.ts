// What other areas may call.
export { keepMrrSpans } from './mrr-spans.ts'
