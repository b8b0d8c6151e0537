/** Sent with what a page asks by itself while nobody uses it, which keeps no session open. */
export const idleHeader = 'app-idle'
