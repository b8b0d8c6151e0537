/** Whether every test runs, each with all of its seeds: docs/decisions/0022-tests-by-day-and-night.md. */
export const isNightly = process.env.NIGHTLY === '1'
