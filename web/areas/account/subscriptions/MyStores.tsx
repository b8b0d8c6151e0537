import { IconAlertTriangle, IconCheck, IconClock, IconPlugOff, type Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OwnStore } from '#contract/incidents/incidents.ts'
import { links } from '../../../links.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { Ago, many, Status, type Tone } from '../../../ui/values.tsx'
import { ContactLink } from '../ContactLink.tsx'
import { ownStoreStatuses } from '#contract/statuses.ts'

const signs: Readonly<Record<OwnStore['state'], { tone: Tone; icon: Icon; text: string }>> = {
  works: { tone: 'good', icon: IconCheck, text: ownStoreStatuses.works },
  outdated: { tone: 'wait', icon: IconClock, text: ownStoreStatuses.outdated },
  partly: { tone: 'wait', icon: IconClock, text: ownStoreStatuses.partly },
  checking: { tone: 'wait', icon: IconClock, text: ownStoreStatuses.checking },
  trouble: { tone: 'wait', icon: IconClock, text: ownStoreStatuses.trouble },
  stopped: { tone: 'bad', icon: IconAlertTriangle, text: ownStoreStatuses.stopped },
  unpaid: { tone: 'bad', icon: IconAlertTriangle, text: ownStoreStatuses.unpaid },
  suspended: { tone: 'bad', icon: IconAlertTriangle, text: ownStoreStatuses.suspended },
  off: { tone: 'off', icon: IconPlugOff, text: ownStoreStatuses.off },
}

/** Where the customer can resolve it themselves. */
const ways: Readonly<Partial<Record<OwnStore['state'], ReactNode>>> = {
  unpaid: (
    <Link className="link" to={links.myBilling()}>
      View bill
    </Link>
  ),
  suspended: <ContactLink />,
  stopped: <ContactLink />,
  off: (
    <Link className="link" to={links.connectMyStore()}>
      Ask us to connect it
    </Link>
  ),
}

/** The customer's stores: what is live, when each was last updated, and what prevents updates. */
export const MyStores = ({ stores }: { stores: readonly OwnStore[] }) => (
  <Panel title="My stores" id="stores">
    {stores.length === 0 ? (
      <p>
        No stores yet.{' '}
        <Link className="link" to={links.connectMyStore()}>
          Ask us to connect one
        </Link>
        .
      </p>
    ) : (
      <ul className="mine-list" aria-label="My stores">
        {stores.map((store) => (
          <li key={store.vendor_store_id}>
            <div className="mine-head">
              <h3>{store.vendor_store_name}</h3>
              <Status tone={signs[store.state].tone} icon={signs[store.state].icon}>
                {signs[store.state].text}
              </Status>
            </div>
            {store.text && (
              <p>
                {store.text} {ways[store.state]}
              </p>
            )}
            <p className="faint">
              {store.market_name}, {many(store.listed, 'product')} live
              {store.told_tm && (
                <>
                  , updated <Ago tm={store.told_tm} />
                </>
              )}
              {store.behind_since &&
                (store.state === 'works' || store.state === 'outdated') &&
                `. Sending ${store.told_tm ? 'changes' : 'the first update'} now.`}
            </p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
