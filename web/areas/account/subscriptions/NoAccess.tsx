import { ContactLink } from '../ContactLink.tsx'

/** For a restricted supplier that doesn't give the customer's shop access yet, or no longer does. */
export const NoAccess = () => (
  <p>
    Its products are for approved shops alone, and yours isn’t one now. <ContactLink />
  </p>
)
