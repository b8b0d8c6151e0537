import { z } from 'zod'

/** The answer of a report that was prepared as a file: its download follows. */
export const preparedFile = z.object({
  list_export_id: z.number().describe('the export that the download sends'),
})
