import { Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { browserZone, setTimeZone } from '../../../ui/zone.ts'
import { readOnly } from '../../../viewing.ts'

const ofBrowser = 'browser'
const zoneText = (zone: string) => zone.replaceAll('_', ' ')

/** The time zone of every time that this person sees, saved as it is chosen. */
export function TimeZone() {
  const client = useQueryClient()
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const current = account?.time_zone ?? null
  const save = (time_zone: string | null) => api.saveTimeZone({ body: { time_zone } })
  const { act, busy } = useAct({
    run: save,
    after: ({ time_zone }) => {
      setTimeZone(time_zone)
      void client.invalidateQueries({ queryKey: api.getAccount.key() })
    },
    doneText: ({ time_zone }) => `Times are shown in ${zoneText(time_zone ?? browserZone())}`,
    undo: () => save(current),
  })
  if (!account) return null
  return (
    <Panel title="Time zone" id="time-zone">
      <Select
        label="Show times in"
        maw={360}
        searchable
        allowDeselect={false}
        disabled={busy || Boolean(readOnly)}
        data={[
          { value: ofBrowser, label: `This device’s time zone (${zoneText(browserZone())})` },
          ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
            value: zone,
            label: zoneText(zone),
          })),
        ]}
        value={current ?? ofBrowser}
        onChange={(zone) => act(zone === ofBrowser ? null : zone)}
      />
    </Panel>
  )
}
