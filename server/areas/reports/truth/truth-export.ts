import { truthRows, type TheTruth, type TheTruthAsked } from '#contract/reports/the-truth.ts'
import { atOnce, exportedList } from '#server/platform/files/exported.ts'
import { readTheTruth } from './the-truth.ts'

type Row = TheTruth['rows'][number]
interface CellRow extends Pick<Row, 'which' | 'owner'> {
  cell: Row['cells'][number]
  period: TheTruth['periods'][number]
}

/** A row for each number and period; with money for those who may see it. */
export const truthExports = (['the_truth', 'the_truth_money'] as const).map((list) =>
  exportedList<typeof list, CellRow>({
    list,
    ...atOnce(async (services, input: TheTruthAsked) => {
      const { rows, periods } = await readTheTruth(services, input, list === 'the_truth_money')
      return rows.flatMap(({ which, owner, cells }) =>
        cells.flatMap((cell, place) => {
          const period = periods[place]
          return period ? [{ which, owner, cell, period }] : []
        }),
      )
    }),
    values: {
      number: ({ which }) => truthRows[which][0],
      owner: ({ owner }) => owner,
      week: ({ period }) => period.week,
      start: ({ period }) => period.start,
      end: ({ period }) => period.end,
      actual: ({ cell }) => cell.actual,
      goal: ({ cell }) => cell.goal?.text ?? null,
      reached: ({ cell: { reached } }) => (reached === null ? null : reached ? 'Yes' : 'No'),
      by: ({ cell }) => cell.entered?.by ?? null,
      tm: ({ cell }) => cell.entered?.tm ?? null,
    },
  }),
)
