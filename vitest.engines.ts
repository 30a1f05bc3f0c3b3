import { globSync, readFileSync } from 'node:fs'

/** The line by which a test file says that it touches what differs between the engines, and what that is. */
const bothEngines = /^\/\/ On both engines: \S/m

/** The line by which a test file says that it depends on no engine, and on what instead: a service, a process, files. */
const oneEngine = /^\/\/ On one engine: \S/m

/** Tests of PostgreSQL itself, and of what is done for it alone. */
export const onlyPostgres = '**/*postgres*.test.ts'
export const isOnlyPostgres = (file: string) => /postgres[^/]*\.test\.ts$/.test(file)

/** The test files for PostgreSQL: its own, those that say so, or with EVERYTHING=true all that depend on an engine. */
export function filesForPostgres(): string[] {
  return globSync('{kit/server,features/*/server,app,tests/api,tests/support}/**/*.test.ts')
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !needsNoPostgres(file))
    .filter(file => process.env.EVERYTHING === 'true' || isOnlyPostgres(file) || saysBoth(file))
}

export const saysBoth = (file: string) => bothEngines.test(readFileSync(file, 'utf8'))
export const needsNoPostgres = (file: string) => oneEngine.test(readFileSync(file, 'utf8'))
