// What other areas may call.
export { collectEvents } from './collect-events.ts'
export { lookForProblems } from './look-for-problems.ts'
