import { z } from 'zod'
import { text } from '../inputs.ts'
import { post } from '../operation.ts'

export const clientErrorOperations = {
  reportClientError: post('/api-public/log', 'Report a browser error', {
    access: 'public',
    by_viewer: true,
    body: z.object({
      uri: text(2000),
      message: text(2000),
      stack_trace: text(20_000).default(''),
      cause: text(2000).default(''),
    }),
    refuses: ['too_many'],
  }),
}
