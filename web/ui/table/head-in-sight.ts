/**
 * A frame that scrolls sideways holds its header fast: no `sticky` leads out of it. The header is moved down
 * by as much as the page has scrolled beyond it instead, by a transform, so that nothing is laid out anew.
 * @returns what ends it
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
  // what scrolls may be the page or a dialog
  window.addEventListener('scroll', place, { capture: true, passive: true })
  window.addEventListener('resize', place)
  return () => {
    window.removeEventListener('scroll', place, { capture: true })
    window.removeEventListener('resize', place)
    frame.style.removeProperty('--head')
  }
}
