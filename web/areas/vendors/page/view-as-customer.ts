import { api } from '../../../api.ts'
import { links } from '../../../links.ts'

/** Opens a tab that shows a vendor's account as its customer sees it. */
export async function viewAsCustomer(vendor_id: number): Promise<void> {
  // a browser lets a click open a tab, but not the answer that follows it
  const tab = window.open('about:blank')
  if (!tab) throw new Error('Your browser blocked the new tab. Allow pop-ups for Feedstock, then try again')
  try {
    const { customer_view_id } = await api.beginCustomerView({ params: { vendor_id } })
    tab.location.replace(links.customerView(customer_view_id))
  } catch (error) {
    tab.close()
    throw error
  }
}
