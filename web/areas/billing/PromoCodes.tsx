import { ActionIcon, Button, Group } from '@mantine/core'
import { IconReplace, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BillingView } from '#contract/billing/billing.ts'
import { discountText } from '#contract/billing/promos.ts'
import { money } from '#contract/formats.ts'
import type { VendorPromo } from '#contract/promo-codes/vendor-promos.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'
import { PromoCodeModal, TakeOffModal } from './PromoCodeModals.tsx'

type Asked = { act: 'give' } | { act: 'change' | 'take_off'; promo: VendorPromo }

/** A vendor's promo codes: what each takes off the next bill, what it gave, and how many bills it has left. */
export function PromoCodes({
  vendorId,
  view,
  closed,
}: {
  vendorId: number
  view: BillingView
  closed: boolean
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const given = { vendorId, view, close: () => setAsked(null) }
  return (
    <Panel
      title="Promo codes"
      acts={
        <Button size="xs" variant="default" disabled={closed} onClick={() => setAsked({ act: 'give' })}>
          Give a promo code…
        </Button>
      }
    >
      <DataTable
        label="Promo codes"
        name="vendor-promo-codes"
        rows={view.promos}
        id={(promo) => promo.promo_code_usage_id}
        columns={columnsOf(view, closed, setAsked)}
        empty="It has no promo code."
      />
      {asked?.act === 'give' && <PromoCodeModal {...given} />}
      {asked?.act === 'change' && <PromoCodeModal {...given} replaced={asked.promo} />}
      {asked?.act === 'take_off' && <TakeOffModal {...given} promo={asked.promo} />}
    </Panel>
  )
}

const columnsOf = (
  view: BillingView,
  closed: boolean,
  ask: (asked: Asked) => void,
): readonly Column<VendorPromo>[] => {
  const taken = new Map(view.due.promos.map((one) => [one.promo_code_usage_id, one]))
  return [
    {
      key: 'code',
      header: 'Code',
      by: (promo) => promo.promo_code,
      leaves: 0,
      cell: (promo) => (
        <Link to={links.promoCode(promo.promo_code_id)} className="name mono">
          {promo.promo_code}
        </Link>
      ),
    },
    { key: 'discount', header: 'Discount', numeric: true, leaves: 3, cell: (promo) => discountText(promo) },
    {
      key: 'next',
      header: 'Next charge',
      wrap: true,
      leaves: 0,
      cell: ({ promo_code_usage_id }) => {
        const off = taken.get(promo_code_usage_id)
        return off?.why_not ?? money(`-${off?.amount ?? '0'}`)
      },
    },
    {
      key: 'left',
      header: 'Bills left',
      numeric: true,
      leaves: 1,
      cell: (promo) => (promo.bills_left === null ? 'All' : count(promo.bills_left)),
    },
    {
      key: 'used',
      header: 'Bills',
      numeric: true,
      leaves: 4,
      by: (promo) => promo.bills_used,
      cell: (promo) => count(promo.bills_used),
    },
    {
      key: 'money',
      header: 'Money given',
      numeric: true,
      leaves: 2,
      by: (promo) => Number(promo.money_given),
      cell: (promo) => money(promo.money_given),
    },
    {
      key: 'since',
      header: 'Since',
      leaves: 5,
      by: (promo) => promo.given_tm,
      moment: (promo) => promo.given_tm,
    },
    {
      key: 'by',
      header: 'Given by',
      leaves: 6,
      by: (promo) => promo.given_by,
      cell: (promo) => promo.given_by,
    },
    {
      key: 'acts',
      header: '',
      leaves: 0,
      cell: (promo) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={closed}
            aria-label={`Give another code in place of ${promo.promo_code}`}
            onClick={() => ask({ act: 'change', promo })}
          >
            <IconReplace size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={closed}
            aria-label={`Take ${promo.promo_code} off`}
            onClick={() => ask({ act: 'take_off', promo })}
          >
            <IconX size={15} />
          </ActionIcon>
        </Group>
      ),
    },
  ]
}
