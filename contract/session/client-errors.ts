import { z } from 'zod'
import { post } from '../operation.ts'

export const clientErrorOperations = {
  reportClientError: post('/api-public/log', "Report a browser's error", {
    access: 'public',
    body: z.object({
      uri: z.string().max(2000),
      message: z.string().max(2000),
      stack_trace: z.string().max(20_000).default(''),
      cause: z.string().max(2000).default(''),
    }),
  }),
}
