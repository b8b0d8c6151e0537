import { z } from 'zod'
import { get, post } from '../operation.ts'

export const vendorLogoOperations = {
  uploadVendorLogo: post(
    '/api/vendor/{vendor_id}/logo',
    'Upload a vendor’s logo: one image of at most 0.1 MB, checked and re-encoded',
    {
      encoding: 'multipart',
      file: 'logo',
      answer: z.object({ logo: z.string() }),
      refuses: ['not_found', 'too_large'],
    },
  ),
  getVendorLogo: get('/api/vendor/{vendor_id}/logo', "A vendor's logo", {
    answer: 'file',
    refuses: ['not_found'],
  }),
}
