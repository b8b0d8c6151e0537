import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { notify } from '../../ui/act/notify.tsx'
import { usePathText } from '../../ui/page/usePath.ts'

/**
 * The vendor has no such record: leads to the vendor's page, which says so if there is no such vendor either.
 * @param param the path parameter with the record's id
 * @param page a tab of the vendor's page
 */
export function NoneOfVendor({ noun, param, page }: { noun: string; param: string; page?: string }) {
  const navigate = useNavigate()
  const [vendor, id] = [usePathText('vendor_id'), usePathText(param)]
  useEffect(() => {
    notify('warning', `This vendor has no ${noun} ${id}`)
    const href = `/vendors/view/${encodeURIComponent(vendor)}${page ? `/${page}` : ''}`
    void navigate({ href, replace: true })
  }, [navigate, noun, page, vendor, id])
  return null
}
