import { HttpError } from '../../api.ts'

/** What the server refused of a report's period and filters, by field. */
export const faultsOf = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof HttpError ? error.fields : {}
