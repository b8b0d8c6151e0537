import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { VendorContact } from '#contract/vendors/contacts.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Facts, LoadError } from '../../../ui/page/Page.tsx'
import { shortDay } from '../../../ui/time.ts'
import { integrationsText } from './answer.ts'
import type { Vendor } from './vendor.ts'

const addressOf = (c: VendorContact) =>
  [c.address1, c.address2, [c.city, c.state, c.province, c.zip].filter(Boolean).join(' '), c.country].filter(
    Boolean,
  )

/** How to reach the vendor's people, and what else is known of the account, beside every tab. */
export function ContactCard({ vendor }: { vendor: Vendor }) {
  const { vendor_id: id } = vendor
  const { data, error, refetch } = useQuery(api.listVendorContacts.query({ params: { vendor_id: id } }))
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <Stack gap="sm">
      <ul className="entries">
        {data.contacts.map((contact) => (
          <li key={contact.contact_id}>
            <div className="entry-head">
              <b>{[contact.first_name, contact.last_name].filter(Boolean).join(' ') || contact.email}</b>
              {contact.is_primary && <span className="faint">primary</span>}
            </div>
            <div>
              <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>
            </div>
            {[contact.primary_phone, contact.phone, contact.alternate_phone].filter(Boolean).map((phone) => (
              <div key={phone}>
                <Anchor href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</Anchor>
              </div>
            ))}
            {addressOf(contact).map((line) => (
              <div key={line} className="quiet">
                {line}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {data.contacts.length === 0 && <Text size="sm">No contacts yet.</Text>}
      <Link to={links.vendor(id, 'contact')} className="link">
        Edit contacts
      </Link>
      <Facts
        facts={[
          ['CRM owner', vendor.crm_owner ?? '—'],
          ['Joined', shortDay(vendor.insert_tm)],
          ['Credit', money(vendor.credit_available)],
          ['Integrations', integrationsText(vendor)],
          ['Markets', vendor.markets.join(', ') || '—'],
        ]}
      />
    </Stack>
  )
}
