import { expect, test } from 'vitest'
import { messages } from './messages.ts'

// as the specification has them, its spelling included
test.each([
  [messages.loginFailed, 'Invalid login credentials, please try again.'],
  [messages.emailNeeded, 'Please enter your email address and try again'],
  [
    messages.resetSent,
    'If an account with that email address exists a password reset email has been sent to it',
  ],
  [
    messages.resetExpired,
    'Sorry your password reset link has expired, please request another one and try again',
  ],
  [messages.passwordsDiffer, 'Your new password and verify password do not match!'],
  [
    messages.somethingWrong,
    'Something went wrong and we were unable to process your request, we are looking into why it happend. Please try again in a few minutes, if this message keeps occuring please contact us.',
  ],
  [messages.forbidden, "You don't have permission to do that!"],
  [
    messages.unavailable,
    "Sorry about that we're making some changes to the application and it will be unavilable for the next 30 seconds. Please wait and try again, thanks!",
  ],
  [messages.formErrors, 'Please fix the errors in red and try again'],
  [messages.formErrorsListed, 'Please fix the errors listed in red and try again'],
  [messages.terminated, 'Manually terminated'],
  [messages.searchTermNeeded, 'You need to enter a search term first'],
  [messages.supplierNameNeeded, 'Supplier name is required.'],
  [messages.supplierPrefixNeeded, 'Supplier prefix is required.'],
  [messages.supplierTypeNeeded, 'Please select supplier type.'],
  [messages.supplierAdded, 'Supplier added.'],
  [messages.categoryNeeded, 'You need to select a category first'],
  [messages.categoryNameNeeded, 'You need to enter a category name to create'],
  [messages.shippingMethodNeeded, 'Please select a shipping method'],
  [messages.shippingMapped('UPS', 'Ground'), 'UPS Ground has already been mapped'],
  [messages.optionNameTwice, 'Option Name already exists.'],
  [messages.optionNameMissing, 'Option Name is missing.'],
  [messages.parentNotSaved, 'Failed to update the parent. Please check the errors in red.'],
  [messages.parentSaved, 'Successfully updated parent product.'],
  [messages.parentDeleted, 'Successfully deleted parent product.'],
  [messages.featuredSaved, 'Featured suppliers have been updated'],
  [messages.logoProblem, 'There was a problem uploading the logo'],
  [messages.logoFailed('too large'), 'Error uploading logo : too large'],
  [messages.logoChanged, 'Logo changed!'],
  [messages.uploadFailed('too large'), 'Error uploading File : too large'],
])('the specification’s text stands to the letter: %s', (text, letter) => expect(text).toBe(letter))
