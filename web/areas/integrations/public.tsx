// What other areas' screens may use; tabs are loaded when shown.
export { integrationColumns } from './integration-columns.tsx'
export const loadVendorIntegrations = () => import('./VendorIntegrations.tsx')
