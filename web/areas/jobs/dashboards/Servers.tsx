import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { Ago, Status } from '../../../ui/values.tsx'

/** Workers seen in the last hour; one that is silent for a minute is lost. */
export function Servers() {
  const { data, error } = useQuery({ ...api.listServers.query(), refetchInterval: 10_000 })
  return (
    <Panel title="Servers">
      <DataTable
        label="Servers"
        rows={data}
        id={(s) => s.server}
        error={error}
        skeletonRows={1}
        empty="No workers in the last hour. Start one with “npm start worker”."
        columns={[
          {
            key: 'server',
            header: 'Server',
            sortValue: (s) => s.server,
            cell: (s) => <span className="mono">{s.server}</span>,
          },
          {
            key: 'state',
            header: 'Status',
            sortValue: (s) => (s.lost ? 0 : 1),
            cell: (s) => (
              <Status tone={s.lost ? 'bad' : 'good'} icon={s.lost ? IconX : IconCircleCheck}>
                {s.lost ? 'Lost' : 'Running'}
              </Status>
            ),
          },
          {
            key: 'vcpus',
            header: 'vCPUs',
            numeric: true,
            sortValue: (s) => s.vcpus_in_use,
            cell: (s) => `${s.vcpus_in_use} of ${s.vcpus}`,
          },
          {
            key: 'downloads',
            header: 'Downloads',
            numeric: true,
            sortValue: (s) => s.downloads_in_use,
            cell: (s) => `${s.downloads_in_use} of ${s.downloads}`,
          },
          {
            key: 'jobs',
            header: 'Jobs',
            numeric: true,
            sortValue: (s) => s.running_jobs,
            cell: (s) => s.running_jobs,
          },
          {
            key: 'beat',
            header: 'Last heartbeat',
            sortValue: (s) => s.heartbeat_tm,
            cell: (s) => <Ago tm={s.heartbeat_tm} />,
          },
          {
            key: 'up',
            header: 'Started',
            sortValue: (s) => s.started_tm,
            cell: (s) => <Ago tm={s.started_tm} />,
          },
        ]}
      />
    </Panel>
  )
}
