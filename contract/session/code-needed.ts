/** The message if the password is right and a code is also required. */
export const codeNeeded = 'Enter the code that your authenticator app shows'
