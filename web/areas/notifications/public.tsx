// What other areas' screens may use.
export { SubjectNotifications } from './SubjectNotifications.tsx'
