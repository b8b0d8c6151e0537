/**
 * A frame that scrolls sideways traps its header: `sticky` doesn't reach beyond it. A transform moves the header
 * down by as much as the page has scrolled past it, so that nothing is laid out again.
 * @returns a function that stops it
 */
export function keepHeadInSight(frame: HTMLElement): () => void {
  const place = () => {
    const head = frame.querySelector('thead')
    if (!head) return
    const { top, height } = frame.getBoundingClientRect()
    const style = getComputedStyle(frame)
    const stick = Number.parseFloat(style.getPropertyValue('--stick') || style.getPropertyValue('--top'))
    const edge = (frame.closest('[role=dialog]')?.getBoundingClientRect().top ?? 0) + stick
    const lowest = height - head.offsetHeight
    frame.style.setProperty('--head', `${Math.max(0, Math.min(edge - top, lowest))}px`)
  }
  place()
  // the page or a dialog may scroll
  window.addEventListener('scroll', place, { capture: true, passive: true })
  window.addEventListener('resize', place)
  return () => {
    window.removeEventListener('scroll', place, { capture: true })
    window.removeEventListener('resize', place)
    frame.style.removeProperty('--head')
  }
}
