/** The message if the password is right and a code is also required. */
export const codeNeeded = 'Enter the code from your authenticator app'
