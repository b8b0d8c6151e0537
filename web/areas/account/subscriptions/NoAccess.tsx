import { ContactLink } from '../ContactLink.tsx'

/** Of a restricted supplier, which has let the customer’s shop in not yet, or not any more. */
export const NoAccess = () => (
  <p>
    Its products are for approved shops alone, and yours isn’t one now. <ContactLink />
  </p>
)
