import { ActionIcon, Group, Select, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconCircleCheck,
  IconInfoCircle,
  IconMinus,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { stations, stationTitles, type SentencePart, type Station } from '#contract/product-page/chain.ts'
import { links } from '../../links.ts'
import { LoadError, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Moment, type Tone } from '../../ui/values.tsx'
import { FindVendor } from './FindVendor.tsx'
import type { ChainQuery } from './useChain.ts'

const url = z.object({ station: z.enum(stations).optional().catch(undefined) })
const marks: Record<Station['mark'], { icon: Icon; tone: Tone; word: string }> = {
  fine: { icon: IconCircleCheck, tone: 'good', word: 'OK' },
  note: { icon: IconInfoCircle, tone: 'wait', word: 'Note' },
  wrong: { icon: IconAlertTriangle, tone: 'bad', word: 'Problem' },
  none: { icon: IconMinus, tone: 'off', word: 'Not used' },
}

/** What is shown since when, and what decides it. */
export const ChainSentence = ({
  parts,
  vendorId,
}: {
  parts: readonly SentencePart[]
  vendorId: number | undefined
}) => (
  <span role="status">
    {parts.map((part, i) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence keep their places
      <SentenceText key={i} part={part} vendorId={vendorId} />
    ))}
  </span>
)

function SentenceText({ part, vendorId }: { part: SentencePart; vendorId: number | undefined }) {
  if (typeof part === 'string') return part
  if ('tm' in part) return <Moment tm={part.tm} />
  if ('feed_run_id' in part)
    return (
      <Link to={links.feedRun(part.feed_run_id)} className="link">
        {part.held ? 'Review' : 'Open'} run {part.feed_run_id}
      </Link>
    )
  return (
    vendorId !== undefined && (
      <Link
        to={`${links.vendorStore(vendorId, part.vendor_store_id)}?update=${part.store_update_id}`}
        className="link"
      >
        Review update {part.store_update_id}
      </Link>
    )
  )
}

/** The stations from the feed to the store, the broken one marked; one of them is open below. */
export function Chain({
  productId,
  vendorId,
  chain,
}: {
  productId: number
  vendorId: number | undefined
  chain: ChainQuery
}) {
  const [{ station: chosen }, set] = useUrl(url)
  const { data, error, refetch, isPlaceholderData } = chain
  const open = data && (data.stations.find((s) => s.station === chosen) ?? firstOpen(data))
  return (
    <Panel
      title="From feed to store"
      actions={<VendorChoice key={productId} vendorId={vendorId} chain={chain} />}
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={92} />}
      {data && (
        <div aria-busy={isPlaceholderData}>
          <ol className="chain">
            {data.stations.map((station) => (
              <li key={station.station}>
                <StationButton
                  station={station}
                  isBroken={data.broken === station.station}
                  isOpen={open?.station === station.station}
                  toggle={() => set({ station: station.station }, { replace: true })}
                />
              </li>
            ))}
          </ol>
          {open && <Findings station={open} />}
        </div>
      )}
    </Panel>
  )
}

const firstOpen = ({ stations: all, broken }: { stations: readonly Station[]; broken: string | null }) =>
  all.find((s) => s.station === broken)

function StationButton({
  station: { station, mark, summary },
  isBroken,
  isOpen,
  toggle,
}: {
  station: Station
  isBroken: boolean
  isOpen: boolean
  toggle: () => void
}) {
  const { icon: MarkIcon, tone, word } = marks[mark]
  return (
    <button
      type="button"
      className={`station tone-${tone}`}
      aria-expanded={isOpen}
      {...(isBroken && { 'data-broken': true })}
      onClick={toggle}
    >
      <span className="station-head">
        <MarkIcon size={15} stroke={1.8} aria-hidden />
        <b>{stationTitles[station]}</b>
        <span className="word">{isBroken ? 'Broken here' : word}</span>
        <IconChevronDown size={12} aria-hidden />
      </span>
      <span className="station-text">{summary}</span>
    </button>
  )
}

const Findings = ({ station }: { station: Station }) => (
  <table className="findings" aria-label={`${stationTitles[station.station]}: findings`}>
    <tbody>
      {station.findings.length === 0 && (
        <tr>
          <td>{station.summary}</td>
        </tr>
      )}
      {station.findings.map(({ step, mark, text }) => {
        const { icon: MarkIcon, tone, word } = marks[mark]
        return (
          <tr key={`${step} ${text}`}>
            <th scope="row">{step}</th>
            <td className={`tone-${tone} finding`}>
              <MarkIcon size={14} stroke={1.8} aria-label={word} /> {text}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

function VendorChoice({ vendorId, chain }: { vendorId: number | undefined; chain: ChainQuery }) {
  const [, set] = useUrl(
    z.object({
      vendor: z.string().optional(),
      integration: z.string().optional(),
      station: z.string().optional(),
    }),
  )
  const vendor = chain.data?.vendor
  const go = (id: number | undefined) =>
    set({ vendor: id, integration: undefined, station: undefined }, { replace: true })
  return (
    <Group gap="xs">
      {vendorId !== undefined && vendor && vendor.integrations.length > 1 && (
        <Select
          size="xs"
          w={190}
          aria-label="Integration"
          allowDeselect={false}
          data={vendor.integrations.map((one) => ({
            value: String(one.vendor_market_map_id),
            label: `${one.market_name} (${one.status})`,
          }))}
          value={vendor.vendor_market_map_id === null ? null : String(vendor.vendor_market_map_id)}
          onChange={(value) =>
            set({ integration: value ?? undefined, station: undefined }, { replace: true })
          }
        />
      )}
      {vendorId !== undefined && (
        <span className="vendor-chip" role="group" aria-label="Vendor">
          <Link to={links.vendor(vendorId)} className="link">
            {vendor?.company ?? `Vendor ${vendorId}`}
          </Link>
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            aria-label="Show without a vendor"
            onClick={() => go(undefined)}
          >
            <IconX size={13} />
          </ActionIcon>
        </span>
      )}
      <FindVendor choose={go} />
    </Group>
  )
}
