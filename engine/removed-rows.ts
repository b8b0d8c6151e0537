import { note, type RecordBatch, type SourceRow, type TextTraits } from './record.ts'

/** Columns that say what a file does with a product, and the words by which it removes it. */
const flags = /^(?:is)?(?:deleted|removed|geloscht|geloescht|supprime|eliminado|usuniety)$/
const acts =
  /^(?:mode|action|operation|changetype|changemode|recordaction|updatetype|status|productstatus|itemstatus)$/
const yes = /^(?:1|true|yes|y|x|ja|oui|si|да|так|tak|deleted|removed)$/i
const removes = /^(?:delete|deleted|remove|removed|gelöscht|löschen|supprimé)$/i

/** Rows by which a file removes a product become no product; they are counted. */
export async function* removedRows(
  batches: AsyncIterable<RecordBatch>,
  traits: TextTraits | undefined,
): AsyncGenerator<RecordBatch> {
  const checks: { column: number; name: string; pattern: RegExp }[] = []
  let checkedColumns = 0
  for await (const batch of batches) {
    // columns only grow
    for (; checkedColumns < batch.columns.length; checkedColumns++) {
      const name = batch.columns[checkedColumns] ?? ''
      const pattern = patternFor(name)
      if (pattern) checks.push({ column: checkedColumns, name, pattern })
    }
    if (checks.length === 0) {
      yield batch
      continue
    }
    const saysRemoved = ({ cells, known: isKnown }: SourceRow) =>
      isKnown ? undefined : checks.find(({ column, pattern }) => pattern.test((cells[column] ?? '').trim()))
    const rows = batch.rows.filter((row) => {
      const check = saysRemoved(row)
      if (check)
        note(traits, {
          reason: removedReason,
          line: row.line,
          value: `${check.name}: ${row.cells[check.column]}`,
        })
      return !check
    })
    yield rows.length === batch.rows.length ? batch : { ...batch, rows }
  }
}
export const removedReason = 'Left out: the file marks the product as deleted'

function patternFor(column: string): RegExp | undefined {
  const name = column
    .replace(/^@|^\w+:/, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (flags.test(name)) return yes
  return acts.test(name) ? removes : undefined
}
