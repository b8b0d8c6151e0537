import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/formats.ts'
import { paperAges, type Aging as Ages, type PaperAge } from '#contract/payments/papers.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { many } from '../../../ui/values.tsx'

/** Open invoices by age: a click on a band filters the list below, a second click shows all. */
export function Aging({
  chosenAge,
  choose,
}: {
  chosenAge: PaperAge | undefined
  choose: (age: PaperAge | undefined) => void
}) {
  const { data, error, refetch } = useQuery(api.getAging.query())
  return (
    <Panel title="Open invoices by age">
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton height={151} />}
      {data?.invoices === 0 && <p className="quiet">No open invoices.</p>}
      {data && data.invoices > 0 && (
        <>
          <p className="quiet">{owedText(data)}</p>
          <div className="shares" aria-hidden>
            {data.ages.map(({ age, open }) => (
              <i key={age} data-age={age} style={{ flexGrow: Number(open) }} hidden={Number(open) === 0} />
            ))}
          </div>
          <div className="ages" role="group" aria-label="Open invoices by age">
            {data.ages.map(({ age, open, invoices }) => (
              <button
                key={age}
                type="button"
                aria-pressed={age === chosenAge}
                onClick={() => choose(age === chosenAge ? undefined : age)}
              >
                <span>
                  <i className="swatch" data-age={age} aria-hidden /> {paperAges[age].label}
                </span>
                <b>{money(open)}</b>
                <span>{many(invoices, 'invoice')}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

const owedText = ({ open, invoices }: Ages) =>
  `${money(open)} on ${many(invoices, 'open invoice')}. Not affected by filters.`
