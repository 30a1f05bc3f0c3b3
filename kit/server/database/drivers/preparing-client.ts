import { createHash } from 'node:crypto'
import pg from 'pg'
import { isForeignStatement, isOutdatedPlan } from './dialect.ts'

/**
 * A PostgreSQL connection that prepares statements once they have come up often: parsing and planning them
 * takes longer than running them.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one of the many signatures of a method that takes text or objects
  override query(text: any, values?: any, ...rest: any[]): any {
    const result = this.#run(text, values, rest)
    if (result instanceof Promise) result.catch(error => this.#leaveWhenSilent(error))
    return result
  }

  // The network may be dropping everything. Further queries on this connection would wait forever, so close it: with `end`,
  // from which on the pool doesn't give it to anyone else.
  #leaveWhenSilent(error: unknown): void {
    if (error instanceof Error && error.message === readTimeoutMessage) void this.end()
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #run(text: any, values: any, rest: any[]): any {
    // No one needs the reply. If none comes soon, the connection is closed, and PostgreSQL rolls back on its own.
    if (text === 'rollback') return super.query({ text, query_timeout: rollbackTimeout } as pg.QueryConfig)
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0)
      return super.query(text, values, ...(rest as []))
    const name = statements.nameOf(text)
    if (!name) return super.query(text, values)
    const run = (name: string) => super.query({ name, text, values }) as unknown as Promise<pg.QueryResult>
    return run(name).catch(error => {
      const isForeign = isForeignStatement(error)
      if (!isForeign && !isOutdatedPlan(error)) throw error
      const renamed = isForeign ? statements.stop() : statements.rename(text)
      // Inside a transaction it is too late; the whole transaction is retried instead.
      if (this.getTransactionStatus() !== 'I') throw error
      return renamed ? run(renamed) : (super.query(text, values) as unknown as Promise<pg.QueryResult>)
    })
  }
}

/**
 * In milliseconds. After a statement has failed at ten seconds,
 * its caller must not wait twelve more for the rollback.
 */
const rollbackTimeout = 5_000

/** The driver's error message when no reply comes within `query_timeout`. */
const readTimeoutMessage = 'Query read timeout'

// Lists of values make endless different statements, of which only a few are repeated.
const maxStatements = 1_000
const prepareAfter = 3

/**
 * A name follows from the statement's text. A pooler may hand the same connection to several processes, which must
 * never mean different statements by one name.
 */
class StatementNames {
  readonly #seen = new Map<string, number>()
  readonly #names = new Map<string, string>()
  #isStopped = false

  nameOf(text: string): string | undefined {
    if (this.#isStopped) return undefined
    const name = this.#names.get(text)
    if (name || this.#names.size >= maxStatements) return name
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times >= prepareAfter) {
      this.#seen.delete(text)
      return this.rename(text)
    }
    if (this.#seen.size >= maxStatements) this.#seen.clear()
    this.#seen.set(text, times)
    return undefined
  }

  rename(text: string): string {
    const name = createHash('sha256')
      .update(this.#names.get(text) ?? '')
      .update(text)
      .digest('base64url')
    this.#names.set(text, name)
    return name
  }

  /** Prepares nothing anymore: a pooler gives each transaction another connection. */
  stop(): undefined {
    this.#isStopped = true
  }
}

// Shared by all connections; each one prepares a statement when it first needs it.
const statements = new StatementNames()
