import { setTimeout } from 'node:timers/promises'

/** How long this process really waits for what comes by itself: in production seconds, in a test hundredths. */
export interface Pace {
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Between two looks of a worker for jobs that came due. */
  lookMs: number
  /** Before a job that failed is tried again, longer each time; 0: at once, each time. */
  retrySeconds: number
  /** The share of its own intervals after which the queue reads which keys are at work. */
  queueShare: number
  /**
   * The share of the time that a market is given before it is asked what became of a call, and of how long a
   * job waits for that.
   */
  pollShare: number
}

export const realPace: Pace = {
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal && { signal }),
  lookMs: 2000,
  retrySeconds: 2,
  queueShare: 1,
  pollShare: 1,
}
