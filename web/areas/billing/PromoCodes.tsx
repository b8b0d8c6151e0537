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

type OpenModal = { act: 'give' } | { act: 'change' | 'take_off'; promo: VendorPromo }

/** A vendor's promo codes: what each takes off the next bill, what it gave, and how many bills it has left. */
export function PromoCodes({
  vendorId,
  view,
  readOnly,
}: {
  vendorId: number
  view: BillingView
  readOnly: boolean
}) {
  const [openModal, setOpenModal] = useState<OpenModal | null>(null)
  const modalProps = { vendorId, view, close: () => setOpenModal(null) }
  return (
    <Panel
      title="Promo codes"
      actions={
        <Button size="xs" variant="default" disabled={readOnly} onClick={() => setOpenModal({ act: 'give' })}>
          Apply promo code…
        </Button>
      }
    >
      <DataTable
        label="Promo codes"
        name="vendor-promo-codes"
        rows={view.promos}
        id={(promo) => promo.promo_code_usage_id}
        columns={columnsOf(view, readOnly, setOpenModal)}
        empty="No promo codes."
      />
      {openModal?.act === 'give' && <PromoCodeModal {...modalProps} />}
      {openModal?.act === 'change' && <PromoCodeModal {...modalProps} replacedPromo={openModal.promo} />}
      {openModal?.act === 'take_off' && <TakeOffModal {...modalProps} promo={openModal.promo} />}
    </Panel>
  )
}

const columnsOf = (
  view: BillingView,
  readOnly: boolean,
  ask: (asked: OpenModal) => void,
): readonly Column<VendorPromo>[] => {
  const duePromos = new Map(view.due.promos.map((promo) => [promo.promo_code_usage_id, promo]))
  return [
    {
      key: 'code',
      header: 'Code',
      sortValue: (promo) => promo.promo_code,
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
        const duePromo = duePromos.get(promo_code_usage_id)
        return duePromo?.why_not ?? money(`-${duePromo?.amount ?? '0'}`)
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
      header: 'Bills used',
      numeric: true,
      leaves: 4,
      sortValue: (promo) => promo.bills_used,
      cell: (promo) => count(promo.bills_used),
    },
    {
      key: 'money',
      header: 'Total discount',
      numeric: true,
      leaves: 2,
      sortValue: (promo) => Number(promo.money_given),
      cell: (promo) => money(promo.money_given),
    },
    {
      key: 'since',
      header: 'Since',
      leaves: 5,
      sortValue: (promo) => promo.given_tm,
      moment: (promo) => promo.given_tm,
    },
    {
      key: 'by',
      header: 'Applied by',
      leaves: 6,
      sortValue: (promo) => promo.given_by,
      cell: (promo) => promo.given_by,
    },
    {
      key: 'acts',
      header: '',
      leaves: 0,
      cell: (promo) => <PromoActs promo={promo} readOnly={readOnly} ask={ask} />,
    },
  ]
}

const PromoActs = ({
  promo,
  readOnly,
  ask,
}: {
  promo: VendorPromo
  readOnly: boolean
  ask: (modal: OpenModal) => void
}) => (
  <Group gap={4} wrap="nowrap" justify="flex-end">
    <ActionIcon
      variant="subtle"
      color="gray"
      disabled={readOnly}
      aria-label={`Replace ${promo.promo_code}`}
      onClick={() => ask({ act: 'change', promo })}
    >
      <IconReplace size={15} />
    </ActionIcon>
    <ActionIcon
      variant="subtle"
      color="gray"
      disabled={readOnly}
      aria-label={`Remove ${promo.promo_code}`}
      onClick={() => ask({ act: 'take_off', promo })}
    >
      <IconX size={15} />
    </ActionIcon>
  </Group>
)
