import { readdirSync, readlinkSync } from 'node:fs'

/** Whether this process holds the file open; where the system can't say, it holds none. */
export function isOpen(path: string): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  })
}
