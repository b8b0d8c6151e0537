interface Step {
  element: HTMLElement
  /** Its ancestors, the nearest first: they are still known after the element is gone. */
  within: readonly Element[]
  /** Its row index, if it was in a list. */
  row: number | undefined
  screen: string
}

/** The elements that had the focus, the newest last. */
const trail: Step[] = []
const longest = 30
/** A closing modal returns the focus first, as does a list to the row in a removed one's place. */
const settle = 80

let lastFocus: HTMLElement | null = null
let isScheduled = false
/** Also on another screen that an act led to. */
let anywhere = false

/** From now on the focus stays where it was, whatever an act removes. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    lastFocus = target
    const index = trail.findIndex((step) => step.element === target)
    if (index >= 0) trail.splice(index, 1)
    trail.push({
      element: target,
      within: [...ancestors(target)],
      row: rowOf(target),
      screen: location.pathname,
    })
    if (trail.length > longest) trail.shift()
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || target !== lastFocus) return
    // an element that is being removed blurs, too; one that is still there later was blurred by a click
    setTimeout(() => {
      if (lastFocus && target === lastFocus && takesFocus(lastFocus) && document.activeElement !== target)
        lastFocus = null
    })
  })
  new MutationObserver(() => {
    if (lastFocus && (document.activeElement === document.body || !takesFocus(lastFocus))) scheduleRestore()
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })
}

/** After an act: if nothing has the focus, moves it to the nearest place, or to the screen's heading. */
export function keepFocus(): void {
  anywhere = true
  scheduleRestore()
}

function scheduleRestore(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    if (document.activeElement === document.body) restoreFocus()
    anywhere = false
  }, settle)
}

function restoreFocus(): void {
  const steps = trail.filter((step) => step.screen === location.pathname)
  if (!anywhere && steps.at(-1)?.element !== lastFocus) return
  // a busy button gets it back once it isn't busy
  if (lastFocus?.isConnected && lastFocus.dataset.loading) return
  const place = steps.toReversed().map(placeOf).find(Boolean)
  if (place) place.focus({ preventScroll: true })
  else focusHeading()
}

/** The element itself, or the first control where it was. */
function placeOf({ element, within, row }: Step): HTMLElement | undefined {
  const scope = topModal() ?? document.body
  if (takesFocus(element))
    return scope.contains(element) && (element === lastFocus || !element.matches('[data-filter]'))
      ? element
      : undefined
  const remaining = within.filter(
    (part) => part.isConnected && part.matches('main *') && scope.contains(part),
  )
  return rowInPlace(row, remaining[0]) ?? remaining.map(firstAct).find(Boolean)
}

const rowOf = (element: HTMLElement): number | undefined => {
  const index = element.closest<HTMLElement>('tr[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}
/** The row in the place of the removed one, or the last row. */
function rowInPlace(row: number | undefined, rows: Element | undefined): HTMLElement | undefined {
  if (row === undefined || rows?.tagName !== 'TBODY') return undefined
  const candidates = [...rows.querySelectorAll<HTMLElement>('tr[data-index]')]
  return candidates.findLast((tr) => Number(tr.dataset.index) <= row && takesFocus(tr))
}

const topModal = () => [...document.querySelectorAll('[aria-modal=true]')].at(-1)

/** Not an input, since shortcut letters would be typed into it. */
const firstAct = (part: Element) =>
  [...part.querySelectorAll<HTMLElement>('tr[tabindex="0"], a[href], button, [role=tab]')].find(takesFocus)

const takesFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function* ancestors(element: Element): Generator<Element> {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) yield parent
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  // a heading out of sight stays there: the list or form keeps its place
  if (heading.getBoundingClientRect().bottom > 0) heading.scrollIntoView({ block: 'nearest' })
}

/**
 * Focuses the first field that is marked as wrong; the marks are in the page only after this turn. A password
 * field's mark is one of Mantine's own.
 */
export const focusFirstFault = (within = 'form'): void =>
  void requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`${within} :is([aria-invalid=true], [data-faulty], input[data-invalid])`)
      ?.focus(),
  )
