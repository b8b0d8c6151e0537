import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shortSpanText } from '#contract/billing/days.ts'
import type { VendorCharge } from '#contract/billing/billing.ts'
import { api } from '../../../api.ts'
import { MoneyLines } from '../../../ui/MoneyLines.tsx'
import { LoadError } from '../../../ui/page/Page.tsx'
import { dayText } from '../../../ui/time.ts'

/** The lines of a charge's invoice or credit note. */
export default function PaperLines({
  vendorId,
  charge,
  close,
}: {
  vendorId: number
  charge: VendorCharge
  close: () => void
}) {
  const { paper } = charge
  return (
    <Modal
      opened
      onClose={close}
      title={paper?.number ?? (charge.charge_description || 'Charge')}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {paper ? (
          <Lines vendorId={vendorId} invoiceId={paper.invoice_id} />
        ) : (
          <Text size="sm">No invoice or credit note was issued.</Text>
        )}
      </Stack>
    </Modal>
  )
}

function Lines({ vendorId, invoiceId }: { vendorId: number; invoiceId: number }) {
  const params = { vendor_id: vendorId, invoice_id: invoiceId }
  const { data, error, refetch } = useQuery(api.getPaper.query({ params }))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const { kind, issued_on, period, lines, total, corrects, number } = data
  return (
    <>
      <Text size="sm">
        {kind === 'credit_note' ? 'Credit note' : 'Invoice'} issued {dayText(issued_on)} (UTC)
        {period && ` for ${shortSpanText(period)}`}
        {corrects && `, corrects ${corrects}`}.
      </Text>
      <MoneyLines label={`Lines of ${number}`} lines={lines} sum="Total" total={total} />
      <Group justify="flex-end">
        <Button component="a" variant="default" href={api.downloadInvoice.url({ params })} download>
          Download PDF
        </Button>
      </Group>
    </>
  )
}
