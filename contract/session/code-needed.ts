/** What signing in says once the password is right, and a code is asked for, too. */
export const codeNeeded = 'Enter the code that your authenticator app shows'
