import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Result } from '#contract/index.ts'
import type { MoneyApproval } from '#contract/approvals/acts.ts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { Ago } from '../../../ui/values.tsx'
import { useWhyNotMoney } from '../../billing/public.tsx'
import { BooksPanel } from './Books.tsx'
import { ApproveModal, RefuseModal } from '../acts/Decide.tsx'
import { Differences } from './Differences.tsx'
import { OpenDisputes } from './Disputes.tsx'
import { Aging } from '../lists/Aging.tsx'
import { checksText, failingText, moneyAnswer, owingText } from './money-answer.ts'
import { MoneySums } from './MoneySums.tsx'
import { MoneyUnderWay } from './MoneyUnderWay.tsx'
import { SecondPersonLimit } from './SecondPersonLimit.tsx'
import { SetAsidePanel } from './SetAside.tsx'
import { StoppedRunPanel } from './StoppedRun.tsx'
import { Waiting } from '../Waiting.tsx'

/** What was collected and is owed; its counts lead to their lists. */
function Standing({ text, aging }: { text: string; aging: Result<'getAging'> }) {
  const leads = new Map([
    [owingText(aging.invoices), links.invoices({ state: 'open' })],
    [failingText(aging.failing_cards), links.failingCards()],
  ])
  return text.split(/(\d[\d,]* (?:invoices?|cards? failing))/).map((part) => {
    const href = leads.get(part)
    return href === undefined ? (
      part
    ) : (
      <Link key={part} to={href}>
        {part}
      </Link>
    )
  })
}

/** Whether the books are sound, what needs a person, and the sums of the ledger. */
export default function MoneyPage() {
  const books = useQuery(api.getBooks.query())
  const waiting = useQuery({ ...api.getMoneyWaiting.query(), refetchInterval: 30_000 })
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<{ approval: MoneyApproval; approve: boolean } | null>(null)
  const disabledReason = useWhyNotMoney({ deletion: null }) ?? undefined
  const sums = useQuery(api.getMoneySums.query())
  const aging = useQuery(api.getAging.query())
  const queries = [books, waiting, sums, aging]
  const error = queries.find((query) => query.error)?.error
  if (error && !queries.every((query) => query.data))
    return (
      <Page title="Money">
        <LoadError error={error} retry={() => void Promise.all(queries.map((query) => query.refetch()))} />
      </Page>
    )
  if (!books.data || !waiting.data || !sums.data || !aging.data)
    return (
      <Page title="Money">
        <Skeleton height={400} />
      </Page>
    )
  const { before, loud, after, tone } = moneyAnswer(books.data, waiting.data, sums.data, aging.data)
  const {
    under_way,
    approvals,
    differences,
    disputes,
    set_aside,
    stopped_run,
    reconciled_tm,
    second_person_above,
  } = waiting.data
  return (
    <Page
      title="Money"
      actions={
        <>
          <Link className="link" to={links.charges()}>
            All charges
          </Link>
          <Link className="link" to={links.invoices()}>
            All invoices
          </Link>
        </>
      }
    >
      <div aria-live="polite">
        <p className="verdict">
          <Standing text={before} aging={aging.data} />
          {loud && <em className={`tone-${tone}`}>{loud}</em>}
          {after}
        </p>
        <p className="why">
          {checksText(books.data)}{' '}
          {books.data.checked_tm && (
            <>
              Last ledger check: <Ago tm={books.data.checked_tm} />.{' '}
            </>
          )}
          Last comparison with the gateway: {reconciled_tm ? <Ago tm={reconciled_tm} /> : 'never'}.{' '}
          <SecondPersonLimit limit={second_person_above} />
        </p>
      </div>
      {stopped_run && <StoppedRunPanel run={stopped_run} disabledReason={disabledReason} />}
      {approvals.length > 0 && (
        <Waiting
          approvals={approvals}
          disabledReason={disabledReason}
          withVendor
          approve={(approval) => setDeciding({ approval, approve: true })}
          refuse={(approval) => setDeciding({ approval, approve: false })}
        />
      )}
      {set_aside.length > 0 && <SetAsidePanel rows={set_aside} disabledReason={disabledReason} />}
      {under_way.length > 0 && <MoneyUnderWay rows={under_way} disabledReason={disabledReason} />}
      {differences.length > 0 && <Differences rows={differences} disabledReason={disabledReason} />}
      {disputes.length > 0 && <OpenDisputes rows={disputes} />}
      <Aging
        choose={(age) => void navigate({ href: links.invoices(age && { age }) })}
        chosenAge={undefined}
      />
      <BooksPanel books={books.data} disabledReason={disabledReason} />
      <MoneySums />
      {deciding?.approve === true && (
        <ApproveModal approval={deciding.approval} eligible={() => {}} close={() => setDeciding(null)} />
      )}
      {deciding?.approve === false && (
        <RefuseModal approval={deciding.approval} close={() => setDeciding(null)} />
      )}
    </Page>
  )
}
