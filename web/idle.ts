const idleMs = 10 * 60_000
let usedAt = Date.now()

/** Notes that somebody uses this page: what it asks by itself keeps no session open. */
export function watchUse(): void {
  const use = () => {
    usedAt = Date.now()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'])
    window.addEventListener(event, use, { capture: true, passive: true })
}

/** Whether nobody has used this page for a while. */
export const isIdle = () => Date.now() - usedAt > idleMs
