/** By number; staff choose from five of these. */
export const noteTypes = [
  'General',
  'Incoming Call',
  'Outgoing Call',
  'Cancellation',
  'Registration',
  'Delayed Follow-up',
  'Callback',
  'Left Voicemail',
  'Reached Customer',
  'Invalid/Not Reachable',
  'Switch Supplier',
  'Billing',
] as const
export const selectableNoteTypes = [0, 3, 4, 10, 11] as const
export const cancellationNote = 3
export const switchSupplierNote = 10
export const billingNote = 11
