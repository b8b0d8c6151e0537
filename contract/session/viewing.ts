/** The refusal of a write in a view of a customer's account (docs/domain/vendor-access.md, Customer view). */
export const viewingText = 'You’re viewing this account as the customer. You can’t make changes here.'
