// What the shell shows of an account before anything else.
export { default as SetUpTwoStep } from './security/SetUpTwoStep.tsx'
