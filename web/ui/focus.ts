/**
 * After what had the focus went away (a button that an act used up, a modal's opener): the screen's heading
 * has it, so that the keyboard goes on from here and not from the top of the page.
 */
export function keepFocus(): void {
  // a modal that closes gives the focus back to its opener first
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // one that is out of sight stays there: the list or form that was worked on keeps its place
    if (heading.getBoundingClientRect().bottom > 0) heading.scrollIntoView({ block: 'nearest' })
  }, 80)
}
