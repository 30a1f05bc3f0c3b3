import type { Engine } from '#server/database/dialect.ts'

/** What a scenario requires. If it is missing, the scenario is skipped and reported as such. */
export type Need = 'PostgreSQL' | 'pg_ctl' | 'strace' | 'mount' | 'open files'

export type Scenario = {
  /** The row of docs/reliability.md or docs/security.md. */
  id: string
  /** Other rows that it covers as well. */
  also?: string[]
  what: string
  engine: Engine | null
  needs?: Need[]
  /** Only runs in the full form. */
  isLong?: boolean
  /** Returns the figures; throws if something does not hold. */
  measure: (scale: Scale) => Promise<string>
}

/** Scenarios that involve a database exist once per engine. */
export const engines: Engine[] = ['sqlite', 'postgres']

export const needsOf = (engine: Engine): Need[] => (engine === 'postgres' ? ['PostgreSQL'] : [])

export type Scale = {
  /** Whether this is the short form that `npm test` runs. */
  isShort: boolean
  /** The seed for random choices. */
  seed: number
  /** The minimum number of random requests in the full form. */
  requests: number
  /** The URL of a durable cluster; only for scenarios that need PostgreSQL. */
  postgresUrl: () => Promise<string>
}

/** Thrown if something that must hold does not. */
export class ExpectationError extends Error {}

export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new ExpectationError(otherwise)
}

/** Throws if there are any problems, with the first five in the message. */
export function expectNone(problems: string[]): void {
  const [shown, more] = [problems.slice(0, 5).join('; '), problems.length - 5]
  expectThat(problems.length === 0, more > 0 ? `${shown}; and ${more} more` : shown)
}
