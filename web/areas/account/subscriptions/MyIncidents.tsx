import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { incidentPageSize, type OwnIncident, type OwnSupplier } from '#contract/incidents/incidents.ts'
import { api } from '../../../api.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { duration } from '../../../ui/time.ts'
import { Moment } from '../../../ui/values.tsx'

/** When a supplier had problems and when they were resolved. */
export function MyIncidents({ supplier, close }: { supplier: OwnSupplier; close: () => void }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...api.listOwnIncidents.query({
      params: { dropshipper_id: supplier.dropshipper_id },
      query: { page },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={`History for ${supplier.dropshipper_name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <Stack>
          {data.incidents.length === 0 && <Text>No problems recorded.</Text>}
          <ul className="mine-list">
            {data.incidents.map((incident) => (
              <li key={incident.incident_id}>
                <div className="mine-head">
                  <h3>{incident.what}</h3>
                  <span className="faint">
                    {incident.well_tm
                      ? duration(whole(incident.seconds))
                      : `${duration(whole(incident.seconds))} so far`}
                  </span>
                </div>
                <p className="faint">
                  <Span incident={incident} />
                  {incident.of_own_feed && ', in your own feed'}
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

const Span = ({ incident: { began_tm, well_tm } }: { incident: OwnIncident }) => (
  <>
    {well_tm ? (
      <>
        From <Moment tm={began_tm} /> to <Moment tm={well_tm} />
      </>
    ) : (
      <>
        Since <Moment tm={began_tm} />, not fixed yet
      </>
    )}
  </>
)
/** From one minute on, seconds don't matter. */
const whole = (seconds: number) => (seconds < 60 ? seconds : Math.round(seconds / 60) * 60)
