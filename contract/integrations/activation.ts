/** `is_activated` by name: in onboarding, switched on, connection released. */
export const activation = { onboarding: 0, active: 1, released: 2 } as const
