import { Alert, Autocomplete, Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configDoes, configFault, configHint, usedConfigNames } from '#contract/suppliers/config.ts'
import { api } from '../../../api.ts'
import { changesInWords, conflictOf } from '../../../ui/form/Conflict.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { PartsAtOnce } from '../../../ui/page/PartsAtOnce.tsx'
import { FeedSettings, fetchFeedSettings } from '../../feeds/public.tsx'
import type { Supplier } from './supplier.ts'

// preload while the supplier is loading
fetchFeedSettings().catch(() => {})

export default function SupplierConfiguration({ supplier }: { supplier: Supplier }) {
  return (
    <PartsAtOnce height={900}>
      <FeedSettings feedId={supplier.feed_id}>
        <ConfigRows dropshipperId={supplier.dropshipper_id} />
      </FeedSettings>
    </PartsAtOnce>
  )
}

function ConfigRows({ dropshipperId }: { dropshipperId: number }) {
  const { data, error } = useQuery(api.getSupplierConfig.query({ params: { id: dropshipperId } }))
  const [config_name, setName] = useState('')
  const [config_value, setValue] = useState('')
  const [openedVersion, setOpenedVersion] = useState<number>()
  const version = openedVersion ?? data?.[0]?.version ?? 0
  const {
    act,
    busy,
    error: saveError,
  } = useAct({
    run: () =>
      api.saveSupplierConfig({
        body: [{ dropshipper_id: dropshipperId, config_name, config_value, version }],
      }),
    after: () => {
      setName('')
      setValue('')
      setOpenedVersion(undefined)
    },
    doneText: `${config_name} saved`,
    handlesError: (e) => {
      // the next save uses the version of the conflicting one
      const conflict = conflictOf(e)
      if (conflict) setOpenedVersion(conflict.version)
      return conflict !== undefined
    },
  })
  const conflict = conflictOf(saveError)
  return (
    <Panel title="Configuration rows">
      <DataTable
        label="Configuration rows"
        exportSource={{ list: 'config_rows', input: { dropshipper_id: dropshipperId } }}
        rows={data}
        id={(r) => r.config_name}
        error={error}
        empty="No rows yet."
        skeletonRows={2}
        open={(r) => {
          setOpenedVersion(r.version)
          setName(r.config_name)
          setValue(r.config_value)
        }}
        columns={[
          {
            key: 'name',
            header: 'Name',
            sortValue: (r) => r.config_name,
            cell: (r) => <span className="mono">{r.config_name}</span>,
          },
          {
            key: 'value',
            header: 'Value',
            sortValue: (r) => r.config_value,
            cell: (r) => <div className="cut mono">{r.config_value || '—'}</div>,
          },
          { key: 'does', header: 'Effect', cell: (r) => configDoes(r.config_name) },
        ]}
      />
      <form
        onSubmit={(e) => {
          e.preventDefault()
          act()
        }}
      >
        <Group mt="sm" align="flex-start">
          <Autocomplete
            label="Name"
            required
            description="Only listed names have an effect"
            data={[...usedConfigNames]}
            renderOption={({ option }) => (
              <div>
                <span className="mono">{option.value}</span>
                <Text size="xs" c="dimmed">
                  {configDoes(option.value)}
                </Text>
              </div>
            )}
            value={config_name}
            onChange={setName}
          />
          <TextInput
            label="Value"
            description={configHint(config_name)}
            value={config_value}
            onChange={(e) => setValue(e.currentTarget.value)}
            error={configFault(config_name, config_value)}
            flex={1}
          />
        </Group>
        {conflict && (
          <Alert color="yellow" mt="sm" role="alert">
            {conflict.message}. {changesInWords(conflict.changed)}. Save again to keep your values.
          </Alert>
        )}
        <Group mt="sm" justify="flex-end">
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={!config_name.trim()}
            title={config_name.trim() ? undefined : 'Enter a name'}
          >
            Save row
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
