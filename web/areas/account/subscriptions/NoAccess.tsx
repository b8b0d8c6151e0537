import { ContactLink } from '../ContactLink.tsx'

/** For a restricted supplier that doesn't give the customer's shop access yet, or no longer does. */
export const NoAccess = () => (
  <p>
    Only approved stores can sell these products, and yours isn’t approved. <ContactLink />
  </p>
)
