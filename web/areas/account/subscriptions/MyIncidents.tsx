import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { incidentPageSize, type OwnIncident, type OwnSupplier } from '#contract/incidents/incidents.ts'
import { api } from '../../../api.ts'
import { Failed } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { duration } from '../../../ui/time.ts'
import { Moment } from '../../../ui/values.tsx'

/** When one supplier broke and was well again. */
export function MyIncidents({ of, close }: { of: OwnSupplier; close: () => void }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...api.listOwnIncidents.query({
      params: { dropshipper_id: of.dropshipper_id },
      query: { page },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={`History of ${of.dropshipper_name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <Stack>
          {data.incidents.length === 0 && <Text>Nothing has happened yet.</Text>}
          <ul className="mine-list">
            {data.incidents.map((one) => (
              <li key={one.incident_id}>
                <div className="mine-head">
                  <h3>{one.what}</h3>
                  <span className="faint">
                    {one.well_tm ? duration(whole(one.seconds)) : `${duration(whole(one.seconds))} so far`}
                  </span>
                </div>
                <p className="faint">
                  <Span of={one} />
                  {one.of_own_feed && ', by the feed that you alone have'}
                </p>
              </li>
            ))}
          </ul>
          <Pager
            total={data.total}
            stale={isPlaceholderData}
            size={incidentPageSize}
            page={page}
            go={(p) => setPage(p ?? 1)}
          />
        </Stack>
      )}
    </Modal>
  )
}

const Span = ({ of: { began_tm, well_tm } }: { of: OwnIncident }) => (
  <>
    From <Moment tm={began_tm} />{' '}
    {well_tm ? (
      <>
        until <Moment tm={well_tm} />
      </>
    ) : (
      'on; it isn’t well yet'
    )}
  </>
)
/** From a minute on seconds say nothing. */
const whole = (seconds: number) => (seconds < 60 ? seconds : Math.round(seconds / 60) * 60)
