import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { notify } from '../../ui/act/notify.tsx'
import { usePathText } from '../../ui/page/usePath.ts'

/**
 * There is no such record of a user: the user's page is shown, which says whether there is such a user.
 * @param param where the path has the record's id
 * @param page of the user's page
 */
export function NoneOfVendor({ noun, param, page }: { noun: string; param: string; page?: string }) {
  const navigate = useNavigate()
  const [vendor, id] = [usePathText('vendor_id'), usePathText(param)]
  useEffect(() => {
    notify('warning', `This user has no ${noun} ${id}`)
    const href = `/vendors/view/${encodeURIComponent(vendor)}${page ? `/${page}` : ''}`
    void navigate({ href, replace: true })
  }, [navigate, noun, page, vendor, id])
  return null
}
