import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { GatewayDifference } from '#contract/payments/books.ts'
import { sideText } from './side-text.ts'
import { api } from '../../../api.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { Ago } from '../../../ui/values.tsx'
import { differenceText } from './money-answer.ts'
import { VendorLink } from '../lists/VendorLink.tsx'

const differenceColumns = (
  act: (difference: GatewayDifference) => ReactNode,
): readonly Column<GatewayDifference>[] => [
  {
    key: 'what',
    header: 'Difference',
    leaves: 0,
    sortValue: (difference) => difference.what,
    cell: (difference) => differenceText[difference.what],
  },
  {
    key: 'ref',
    header: 'Reference',
    wrap: true,
    cell: (difference) => <span className="mono">{difference.ref}</span>,
  },
  {
    key: 'of',
    header: 'Vendor',
    sortValue: (difference) => difference.company,
    cell: (difference) => <VendorLink vendor={difference} />,
  },
  { key: 'ours', header: 'Here', leaves: 0, cell: (difference) => sideText(difference.ours) },
  { key: 'theirs', header: 'At the gateway', leaves: 0, cell: (difference) => sideText(difference.theirs) },
  {
    key: 'found',
    header: 'Found',
    sortValue: (difference) => difference.found_tm,
    cell: (difference) => <Ago tm={difference.found_tm} />,
  },
  { key: 'act', header: 'Actions', leaves: 0, width: 100, cell: act },
]

/** Differences between us and the gateway, until they disappear or are accepted. */
export function Differences({
  rows,
  disabledReason,
}: {
  rows: readonly GatewayDifference[]
  disabledReason: string | undefined
}) {
  const [accepting, setAccepting] = useState<GatewayDifference | null>(null)
  const [search, setSearch] = useState('')
  const sought = search.trim().toLowerCase()
  const matches = rows.filter((difference) =>
    [
      difference.ref,
      difference.company,
      difference.vendor_id,
      sideText(difference.ours),
      sideText(difference.theirs),
    ].some((text) =>
      String(text ?? '')
        .toLowerCase()
        .includes(sought),
    ),
  )
  return (
    <Panel title="Gateway differences">
      <p className="quiet">Checked daily. Resolved differences are removed.</p>
      {rows.length > 1 && (
        <FilterBox
          label="Search differences"
          placeholder="Reference, vendor, ID or amount"
          width={270}
          value={search}
          set={setSearch}
        />
      )}
      <DataTable
        label="Gateway differences"
        columns={differenceColumns((difference) => (
          <Button
            size="compact-xs"
            variant="default"
            disabled={disabledReason !== undefined}
            title={disabledReason}
            onClick={() => setAccepting(difference)}
          >
            Accept…
          </Button>
        ))}
        rows={matches}
        id={(difference) => difference.gateway_difference_id}
        empty={sought === '' ? 'No differences.' : 'No differences match.'}
      />
      {accepting && (
        <ReasonModal
          title={`${differenceText[accepting.what]}: ${accepting.ref}`}
          act="Accept difference"
          run={(reason) =>
            api.acceptDifference({ params: { id: accepting.gateway_difference_id }, body: { reason } })
          }
          doneText="Difference accepted"
          close={() => setAccepting(null)}
        >
          {`Here: ${sideText(accepting.ours)}. At the gateway: ${sideText(accepting.theirs)}. Accepting doesn’t change either side. Any new difference will be listed.`}
        </ReasonModal>
      )}
    </Panel>
  )
}
