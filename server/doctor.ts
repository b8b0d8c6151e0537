// Checks an installation and prints what is unsafe. It changes nothing, and ends with 1 if something is unsafe.
//   npm run doctor                              with the environment of the installation
//   npm run doctor https://feeds.example.com    its pages, from anywhere
import { many } from '#contract/words.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'

function word({ isSafe }: Finding): string {
  if (isSafe === null) return 'unknown'
  return isSafe ? 'ok' : 'UNSAFE'
}

const findings = await examine(process.env, process.argv[2])
for (const finding of findings) process.stdout.write(`${word(finding).padEnd(8)} ${finding.text}\n`)
const faults = findings.filter(({ isSafe }) => isSafe === false).length
const isChecked = findings.some(({ isSafe }) => isSafe !== null)
const outcome = isChecked ? 'No problems found' : 'Nothing could be checked'
process.stdout.write(`\n${faults === 0 ? outcome : `${many(faults, 'problem')} found`}.\n`)
process.exit(faults === 0 && isChecked ? 0 : 1)
