import { PgBoss } from 'pg-boss'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../platform/database/migrate.ts'
import { temporaryFolder, temporaryPostgres } from './temporary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    template: string
  }
}

/**
 * One server for the suite, the embedded one or DATABASE_URL's, with a migrated template that each file
 * clones.
 */
export default async function setup(project: TestProject) {
  const databaseUrl = process.env.DATABASE_URL
  const temporary = databaseUrl
    ? { url: databaseUrl, remove: temporaryFolder('test').remove }
    : await temporaryPostgres('test', { fast: true })
  const { url } = temporary
  const template = `feedstock_template_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  // databases that an interrupted suite left behind
  const { rows } = await admin.query<{ datname: string }>(`
    select datname
    from pg_database d
    where datname ~ '^feedstock_(template|test)_'
      and not exists (select 1 from pg_stat_activity a where a.datname = d.datname)`)
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname}`)
  await admin.query(`create database ${template}`)
  const templateUrl = withDatabase(url, template)
  await migrate(templateUrl)
  const boss = new PgBoss({ connectionString: templateUrl, schedule: false, supervise: false })
  await boss.start()
  await boss.stop({ graceful: false })
  project.provide('databaseUrl', url)
  project.provide('template', template)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await temporary.remove()
  }
}

function withDatabase(url: string, name: string): string {
  const u = new URL(url)
  u.pathname = `/${name}`
  return u.href
}
