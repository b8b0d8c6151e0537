/** An item that is known to be there: of two lists in the same order, the one beside it. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`No item at ${index} of ${items.length}`)
  return item
}
