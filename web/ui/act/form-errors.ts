import { messages } from '#contract/messages.ts'

let isStaffScreen = () => false
/** @param test whether the current screen is one of staff's */
export const setStaffScreens = (test: () => boolean): void => {
  isStaffScreen = test
}

/** The text for a form with errors: customers get another one than staff (docs/domain/writes.md, Exact texts). */
export const formErrorsText = (): string =>
  isStaffScreen() ? messages.formErrorsListed : messages.formErrors

/** A refusal's text for the current screen: the server only knows staff's. */
export const refusalText = (message: string): string =>
  message === messages.formErrorsListed ? formErrorsText() : message
