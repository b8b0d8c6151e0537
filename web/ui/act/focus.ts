interface Step {
  on: HTMLElement
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

let had: HTMLElement | null = null
let waits = false
/** On another screen, too, to which an act led. */
let anywhere = false

/** From now on the keyboard goes on where it was, whatever an act takes away. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    had = target
    const again = trail.findIndex((step) => step.on === target)
    if (again >= 0) trail.splice(again, 1)
    trail.push({ on: target, within: [...ancestors(target)], row: rowOf(target), screen: location.pathname })
    if (trail.length > longest) trail.shift()
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || target !== had) return
    // what is on its way out says this, too; one that is there later was let go on purpose, by a click
    setTimeout(() => {
      if (target === had && takesFocus(had!) && document.activeElement !== had) had = null
    })
  })
  new MutationObserver(() => {
    if (had && (document.activeElement === document.body || !takesFocus(had))) later()
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
  later()
}

function later(): void {
  if (waits) return
  waits = true
  setTimeout(() => {
    waits = false
    if (document.activeElement === document.body) goOn()
    anywhere = false
  }, settle)
}

function goOn(): void {
  const here = trail.filter((step) => step.screen === location.pathname)
  if (!anywhere && here.at(-1)?.on !== had) return
  // a button that is busy has it again once it isn't
  if (had?.isConnected && had.dataset.loading) return
  const place = here.toReversed().map(placeOf).find(Boolean)
  if (place) place.focus({ preventScroll: true })
  else toHeading()
}

/** The thing itself, else the first that can be done where it stood. */
function placeOf({ on, within, row }: Step): HTMLElement | undefined {
  const scope = topModal() ?? document.body
  if (takesFocus(on))
    return scope.contains(on) && (on === had || !on.matches('[data-filter]')) ? on : undefined
  const left = within.filter((part) => part.isConnected && part.matches('main *') && scope.contains(part))
  return inItsPlace(row, left[0]) ?? left.map(firstAct).find(Boolean)
}

const rowOf = (on: HTMLElement): number | undefined => {
  const index = on.closest<HTMLElement>('tr[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}
/** The row that stands where the one did that has gone, else the last one. */
function inItsPlace(row: number | undefined, rows: Element | undefined): HTMLElement | undefined {
  if (row === undefined || rows?.tagName !== 'TBODY') return undefined
  const there = [...rows.querySelectorAll<HTMLElement>('tr[data-index]')]
  return there.findLast((tr) => Number(tr.dataset.index) <= row && takesFocus(tr))
}

const topModal = () => [...document.querySelectorAll('[aria-modal=true]')].at(-1)

/** No input: letters that are keys of the screen would be typed into it. */
const firstAct = (part: Element) =>
  [...part.querySelectorAll<HTMLElement>('tr[tabindex="0"], a[href], button, [role=tab]')].find(takesFocus)

const takesFocus = (on: HTMLElement) => on.isConnected && !on.matches(':disabled') && on.checkVisibility()

function* ancestors(of: Element): Generator<Element> {
  for (let on = of.parentElement; on; on = on.parentElement) yield on
}

function toHeading(): void {
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
export const toFirstFault = (within = 'form'): void =>
  void requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`${within} :is([aria-invalid=true], [data-faulty], input[data-invalid])`)
      ?.focus(),
  )
