import { existsSync } from 'node:fs'
import { withoutInvisible } from '#kit/rules/texts/text.ts'
import { ConfigError } from './error.ts'

/**
 * The variables that are set, the names that look like settings but are none, and the variables whose values are in
 * quotes. Throws for what can't be meant.
 */
export function readGiven(
  env: Record<string, string | undefined>,
  { known, inFile }: { known: string[]; inFile: string[] },
) {
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(env)
      .map(([name, value = '']) => [name, visible(name, value)] as const)
      .filter(([, value]) => value !== ''),
  )
  const misnamed = findMisnamed(Object.keys(given), { known, inFile })
  const unreplaced = known
    .filter(name => hasPlaceholder(name, given[name]))
    .map(name => `${name}: must be the whole value: only Compose and shells replace $NAME and $\{NAME}`)
  if (unreplaced.length > 0) throw new ConfigError(unreplaced.join('\n'))
  return { given, misnamed, quoted: known.filter(name => /^(["']).*\1$/s.test(given[name] ?? '')) }
}

/** They may be right in a `.env`. */
export const quotesHint = 'Leave them out: docker run --env-file keeps them.'

const secret = /PASSWORD|SECRET|TOKEN|KEY|^(DATABASE|SMTP)_URL$/

/** Whether the value has `${NAME}` or `$NAME`, which only Compose and shells replace; `$NAME` may be part of a password. */
const hasPlaceholder = (name: string, value = '') =>
  /\$\{\w+/.test(value) || (secret.test(name) ? /^\$[A-Z]\w{2,}$/ : /\$[A-Z]\w{2,}/).test(value)

/** The value without the invisible characters that come along when it is copied. */
function visible(name: string, value: string): string {
  // The folder may have been created under its name as it is written.
  if (name === 'DATA_DIR' && existsSync(value)) return value
  return withoutInvisible(value)
}

/** Variables that others read: Node, PostgreSQL's driver, Compose, and `compose.yaml` itself. */
const others = /^(NODE_|PG|SSL_|POSTGRES_|COMPOSE_|DOCKER_|PODMAN_|BUILDKIT_|npm_|TZ$|LANG$|LC_|.*_proxy$)/i
const ourFamilies = /^(APP|DATABASE|MAIL|MAPBOX|METRICS|OIDC|ORG|PRIMARY_ADMIN|SMTP|YELP)_/
/** What Kubernetes sets for a service that is named like one of our families. */
const serviceLink = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_\w+)?)$/

/**
 * The names that look like settings but are none, each with the setting that may be meant: all unknown ones of `.env`,
 * and those of the environment that resemble ours. Throws for Docker's `…_FILE`, whose content would be missed.
 */
function findMisnamed(names: string[], { known, inFile }: { known: string[]; inFile: string[] }) {
  for (const name of names.filter(name => name.endsWith('_FILE') && known.includes(name.slice(0, -5))))
    throw new ConfigError(`${name}: must be ${name.slice(0, -5)}, with the value itself; no file is read`)
  return names
    .filter(name => !known.includes(name) && !others.test(name))
    .map(name => ({ name, meant: known.find(other => isNear(name.toUpperCase(), other)) }))
    .filter(
      ({ name, meant }) =>
        meant || inFile.includes(name) || (ourFamilies.test(name) && !serviceLink.test(name)),
    )
    .map(({ name, meant }) => (meant ? `${name} (${meant}?)` : name))
}

// Short names such as HOST resemble too many others.
const isNear = (name: string, other: string) =>
  other.length > 4 && editsBetween(name, other) <= (other.length < 9 ? 1 : 2)

/** How many letters are missing, added, wrong or in the wrong order. */
function editsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j += 1) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(one[i - 1] !== other[j - 1]),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}
