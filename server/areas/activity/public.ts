// What other areas may call.
export { activityChoices, activityPage } from './read.ts'
