import { globSync, readFileSync } from 'node:fs'

/** The line by which a test file says that it touches what differs between the engines, and what that is. */
export const bothEngines = /^\/\/ On both engines: \S/m

/** Tests that don't depend on the engine at all: of failing services, processes and clients, or of files. */
export const oneEngine = [
  /^server\/(config|main|auth\/passwords|chat\/lunch-lines|mail\/smtp|taste\/taste|testing\/guard)\.test\.ts$/,
  /^server\/(images|integrations)\//,
  /^server\/http\/(body-time|client-network|forced-errors|reply-bytes|reply-serializer|shed-load|surface|uploads|web-manifest)\./,
  /^server\/jobs\/(concurrency-limit|ttl-cache)\./,
  /^server\/features\/accounts\/single-sign-on\/issuer-trouble\./,
  /^server\/features\/backups\/(backup-files\.|format\/hostile-)/,
  /^server\/features\/(mails\/mails|restaurants\/positions|configuration\/configuration|distances\/calculate-distance)\./,
  /^server\/features\/imports\/(osm|yelp)\/.*-trouble\./,
]

/** The test files for PostgreSQL: those that say so, or with EVERYTHING=true all that depend on an engine. */
export function filesForPostgres(): string[] {
  return globSync('server/**/*.test.ts')
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !oneEngine.some(is => is.test(file)))
    .filter(file => process.env.EVERYTHING === 'true' || bothEngines.test(readFileSync(file, 'utf8')))
}
