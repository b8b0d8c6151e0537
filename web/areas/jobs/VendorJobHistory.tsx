import { Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { JobTable } from './JobTable.tsx'

/** The newest jobs of a vendor's custom feeds and stores; the others are in the list of jobs. */
export function VendorJobHistory({
  vendor: { vendor_id, company },
  close,
}: {
  vendor: { vendor_id: number; company: string }
  close: () => void
}) {
  const { data, error, refetch } = useQuery(api.listJobs.query({ body: { vendor_id } }))
  return (
    <Modal
      opened
      onClose={close}
      size="80rem"
      title={`Job history of ${company}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <JobTable
        label="Job history"
        rows={data}
        error={error}
        retry={() => void refetch()}
        empty="No jobs yet."
      />
      <Group mt="sm">
        <Link to={links.jobs({ vendor_id })} className="link">
          All jobs of {company}
        </Link>
      </Group>
    </Modal>
  )
}
