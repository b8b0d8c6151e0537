interface Step {
  element: HTMLElement
  /** What it stood in, the nearest first: it is still known when what had the focus has gone. */
  within: readonly Element[]
  /** Of what stood in a list: in its how manieth row. */
  row: number | undefined
  screen: string
}

/** What had the focus, the newest last. */
const trail: Step[] = []
const longest = 30
/** A closing modal gives the focus back first, a list to the row in the place of a gone one. */
const settle = 80

let lastFocus: HTMLElement | null = null
let isScheduled = false
/** On another screen, too, to which an act led. */
let anywhere = false

/** From now on the keyboard goes on where it was, whatever an act takes away. */
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
    // what is on its way out says this, too; one that is there later was let go on purpose, by a click
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

/** After an act: where nothing has the focus, the nearest place has it, else the screen's heading. */
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
  // a button that is busy has it again once it isn't
  if (lastFocus?.isConnected && lastFocus.dataset.loading) return
  const place = steps.toReversed().map(placeOf).find(Boolean)
  if (place) place.focus({ preventScroll: true })
  else focusHeading()
}

/** The thing itself, else the first that can be done where it stood. */
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
/** The row that stands where the one did that has gone, else the last one. */
function rowInPlace(row: number | undefined, rows: Element | undefined): HTMLElement | undefined {
  if (row === undefined || rows?.tagName !== 'TBODY') return undefined
  const candidates = [...rows.querySelectorAll<HTMLElement>('tr[data-index]')]
  return candidates.findLast((tr) => Number(tr.dataset.index) <= row && takesFocus(tr))
}

const topModal = () => [...document.querySelectorAll('[aria-modal=true]')].at(-1)

/** No input: letters that are keys of the screen would be typed into it. */
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
  // one that is out of sight stays there: the list or form that was worked on keeps its place
  if (heading.getBoundingClientRect().bottom > 0) heading.scrollIntoView({ block: 'nearest' })
}

/**
 * The first field that is marked as wrong has the focus; the marks stand in the page only after this turn.
 * That of a password is one of Mantine's own.
 */
export const focusFirstFault = (within = 'form'): void =>
  void requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`${within} :is([aria-invalid=true], [data-faulty], input[data-invalid])`)
      ?.focus(),
  )
