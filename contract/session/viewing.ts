/** The refusal of a write in a view of a customer's account (docs/domain.md, Looking as a customer). */
export const viewingText = 'You are looking at this account; nothing can be changed here.'
