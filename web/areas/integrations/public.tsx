// What other areas' screens may use.
export { integrationColumns, VendorIntegrations } from './VendorIntegrations.tsx'
