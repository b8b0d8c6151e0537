/** The refusal of a write in a view of a customer's account (docs/domain/vendor-access.md, Customer view). */
export const viewingText = 'You are looking at this account; nothing can be changed here.'
