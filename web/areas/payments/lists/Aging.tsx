import { useQuery } from '@tanstack/react-query'
import { money } from '#contract/formats.ts'
import { ageNames, paperAges, type Aging as Ages, type PaperAge } from '#contract/payments/papers.ts'
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
  // while it loads the bands have the room that they will have
  const shown = data ?? (error ? undefined : unknownAges)
  return (
    <Panel title="Open invoices by age">
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {data?.invoices === 0 && <p className="quiet">No open invoices.</p>}
      {shown && shown.invoices !== 0 && (
        <>
          <p className="quiet">{data ? owedText(data) : 'Loading…'}</p>
          <div className="shares" aria-hidden>
            {shown.ages.map(({ age, open }) => (
              <i key={age} data-age={age} style={{ flexGrow: Number(open) }} hidden={Number(open) === 0} />
            ))}
          </div>
          <div className="ages" role="group" aria-label="Open invoices by age">
            {shown.ages.map(({ age, open, invoices }) => (
              <button
                key={age}
                type="button"
                aria-pressed={age === chosenAge}
                disabled={!data}
                onClick={() => choose(age === chosenAge ? undefined : age)}
              >
                <span>
                  <i className="swatch" data-age={age} aria-hidden /> {paperAges[age].label}
                </span>
                <b>{data ? money(open) : '…'}</b>
                <span>{data ? many(invoices, 'invoice') : '…'}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

const unknownAges = {
  invoices: undefined,
  ages: ageNames.map((age) => ({ age, open: '0', invoices: 0 })),
}

const owedText = ({ open, invoices }: Ages) =>
  `${money(open)} on ${many(invoices, 'open invoice')}. Not affected by filters.`
