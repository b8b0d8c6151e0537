import { z } from 'zod'
import { get, post } from '../operation.ts'

export const logoOperations = {
  uploadSupplierLogo: post(
    '/api/suppliers/{id}/logo',
    'Upload a supplier’s logo: one image of at most 0.1 MB, checked and re-encoded',
    {
      encoding: 'multipart',
      file: 'logo',
      answer: z.object({ dropshipper_logo: z.string() }),
      refuses: ['not_found', 'too_large'],
    },
  ),
  getSupplierLogo: get('/api/suppliers/{id}/logo', "A supplier's logo", {
    answer: 'file',
    refuses: ['not_found'],
  }),
}
