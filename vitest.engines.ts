import { globSync, readFileSync } from 'node:fs'

/** The line by which a test file says that it touches what differs between the engines, and what that is. */
const bothEngines = /^\/\/ On both engines: \S/m

/** Tests that don't depend on the engine at all: of failing services, processes and clients, or of files. */
const oneEngine = [
  /^server\/(config|config\/warnings|main|auth\/passwords|chat\/lunch-lines|mail\/smtp|taste\/taste|testing\/guard)\.test\.ts$/,
  /^server\/(images|integrations)\//,
  /^server\/http\/(body-time|client-network|forced-errors|reply-bytes|reply-serializer|shed-load|surface|uploads|web-manifest)\./,
  /^server\/jobs\/(concurrency-limit|disk-reserve|give-way|ttl-cache)\./,
  /^server\/database\/(open|open-lost|open-read-only|sqlite-dialect)\./,
  /^server\/features\/accounts\/single-sign-on\/issuer-trouble\./,
  /^server\/features\/backups\/(backup-files\.|format\/hostile-)/,
  /^server\/features\/(mails\/mails|restaurants\/positions|configuration\/configuration|distances\/calculate-distance)\./,
  /^server\/features\/imports\/(osm|yelp)\/.*-trouble\./,
]

export const needsNoPostgres = (file: string) => oneEngine.some(is => is.test(file))

/** Tests of PostgreSQL itself, and of what is done for it alone. */
export const onlyPostgres = '**/*postgres*.test.ts'
export const isOnlyPostgres = (file: string) => /postgres[^/]*\.test\.ts$/.test(file)

/** The test files for PostgreSQL: its own, those that say so, or with EVERYTHING=true all that depend on an engine. */
export function filesForPostgres(): string[] {
  return globSync('server/**/*.test.ts')
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !needsNoPostgres(file))
    .filter(file => process.env.EVERYTHING === 'true' || isOnlyPostgres(file) || saysBoth(file))
}

export const saysBoth = (file: string) => bothEngines.test(readFileSync(file, 'utf8'))
