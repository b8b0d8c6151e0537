import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api.ts'
import { useUrl } from '../../ui/page/useUrl.ts'

export const chainUrl = z.object({
  integration: z.coerce.number().int().positive().optional().catch(undefined),
})

/** The product's chain for the vendor in the address, through the integration that is chosen. */
export function useChain(productId: number, vendorId: number | undefined) {
  const [{ integration }] = useUrl(chainUrl)
  return useQuery({
    ...api.getProductChain.query({
      params: { product_id: productId },
      query: {
        ...(vendorId !== undefined && { vendor_id: vendorId }),
        ...(vendorId !== undefined && integration !== undefined && { vendor_market_map_id: integration }),
      },
    }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}
export type ChainQuery = ReturnType<typeof useChain>
