import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Books } from '#contract/payments/books.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago, count, many, Status } from '../../../ui/values.tsx'

type Check = Books['checks'][number]
const mostLinked = 5

/** The first rows that break the rule, linked to their vendors. */
const Rows = ({ check: { rows, broken: brokenCount } }: { check: Check }) => (
  <>
    {rows.slice(0, mostLinked).map(({ id, vendor_id, company }, i) => (
      <span key={id}>
        {i > 0 && ', '}
        {vendor_id === null ? (
          <span className="mono">{id}</span>
        ) : (
          <Link className="link" to={links.vendor(vendor_id, 'billing_history')} title={id}>
            {company}
          </Link>
        )}
      </span>
    ))}
    {brokenCount > mostLinked && ` and ${count(brokenCount - mostLinked)} more`}
  </>
)

const columns: readonly Column<Check>[] = [
  {
    key: 'found',
    header: 'Result',
    leaves: 0,
    width: 130,
    cell: (check) =>
      check.broken === 0 ? (
        <Status tone="good" icon={IconCircleCheck}>
          Passed
        </Status>
      ) : (
        <Status tone="bad" icon={IconAlertTriangle}>
          {many(check.broken, 'row')}
        </Status>
      ),
  },
  { key: 'text', header: 'Problem checked for', wrap: true, leaves: 0, cell: (check) => check.text },
  { key: 'since', header: 'Since', cell: (check) => <Ago tm={check.broken_since} /> },
  {
    key: 'rows',
    header: 'Vendor',
    wrap: true,
    cell: (check) => (check.broken > 0 ? <Rows check={check} /> : '—'),
  },
]

/** Each rule of the ledger, with the result of its last check. */
export function BooksPanel({ books, disabledReason }: { books: Books; disabledReason: string | undefined }) {
  const [all, setAll] = useState(false)
  const brokenChecks = books.checks.filter((check) => check.broken > 0)
  const look = useAct({
    run: () => api.auditBooks({}),
    doneText: ({ checks }) => (checks.every((check) => check.broken === 0) ? 'All checks passed' : undefined),
  })
  return (
    <Panel
      title="Ledger checks"
      actions={
        <Group gap="xs">
          {books.checks.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setAll(!all)}>
              {all ? 'Show failed' : `Show all ${count(books.checks.length)}`}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={look.busy}
            disabled={disabledReason !== undefined}
            title={disabledReason}
            onClick={() => look.act()}
          >
            Run checks
          </Button>
        </Group>
      }
    >
      <DataTable
        label="Ledger checks"
        columns={columns}
        rows={all ? books.checks : brokenChecks}
        id={(check) => check.name}
        empty={
          books.checks.length === 0
            ? 'No checks yet. They run every night.'
            : `All ${count(books.checks.length)} checks passed.`
        }
      />
    </Panel>
  )
}
