import type { Handlers } from '#server/platform/http/http.ts'
import { listOwnIncidents } from './own-incidents.ts'
import { getOwnStanding } from './own-standing.ts'
import { getOwnSuppliers } from './own-suppliers.ts'
import { saveIncidentMails } from './save-incident-mails.ts'

export const incidentRoutes: Handlers<'incidents'> = {
  getOwnSuppliers,
  getOwnStanding,
  listOwnIncidents,
  saveIncidentMails,
}
