import { Link } from '@tanstack/react-router'
import { links } from '../../links.ts'

export const ContactLink = () => (
  <Link className="link" to={links.contactUs()}>
    Contact us
  </Link>
)
