import type { Engine } from '#server/database/dialect.ts'

/** What a scenario can't do without; where it is missing, the scenario is left out, loudly. */
export type Need = 'PostgreSQL' | 'pg_ctl' | 'strace' | 'mount' | 'open files'

export type Scenario = {
  /** Of the rows of docs/reliability.md, or docs/security.md. */
  id: string
  /** Other rows that it shows as well. */
  also?: string[]
  what: string
  engine: Engine | null
  needs?: Need[]
  /** Only the full form has the time for it. */
  isLong?: boolean
  /** Returns its figures; throws where something does not hold. */
  measure: (scale: Scale) => Promise<string>
}

/** A scenario in which a database takes part is there for each of them. */
export const engines: Engine[] = ['sqlite', 'postgres']

export const needsOf = (engine: Engine): Need[] => (engine === 'postgres' ? ['PostgreSQL'] : [])

export type Scale = {
  /** Whether this is the form that `npm test` runs. */
  isShort: boolean
  /** Of what is chosen at random. */
  seed: number
  /** How many of them there are at the least, in the full form. */
  requests: number
  /** A durable cluster; only scenarios that need PostgreSQL may ask for it. */
  postgresUrl: () => Promise<string>
}

/** Something that must hold and does not. */
export class Broken extends Error {}

export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Broken(otherwise)
}

/** All problems that were found, in one sentence. */
export function expectNone(problems: string[]): void {
  const [shown, more] = [problems.slice(0, 5).join('; '), problems.length - 5]
  expectThat(problems.length === 0, more > 0 ? `${shown}; and ${more} more` : shown)
}
