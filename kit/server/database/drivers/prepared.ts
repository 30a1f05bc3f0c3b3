import type { Compilable, CompiledQuery, Simplify } from 'kysely'
import type { Db } from '#kit/server/database/schema.ts'
import { recordTables } from '#kit/server/database/tables/table-recorder.ts'
import { type Engine, engineOf } from './dialect.ts'

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is built and compiled only once per engine, for statements
 * that run in every request: building one takes longer than SQLite takes to
 * run it. `value('id')` is a placeholder for the value that each call gives.
 */
export function prepared<Values extends Record<string, string | number | readonly string[] | null>>() {
  return <Row>(
    build: (db: Db, value: <Name extends keyof Values>(name: Name) => Values[Name]) => Compilable<Row>,
  ): ((db: Db, values: Values) => Promise<Simplify<Row>[]>) => {
    const compiled = new Map<Engine, CompiledQuery<Row>>()
    const placeholder = (name: string) => new Placeholder(name)
    return async (db, values) => {
      const engine = engineOf(db)
      let query = compiled.get(engine)
      if (!query) {
        query = build(db, placeholder as never).compile()
        compiled.set(engine, query)
      }
      recordTables(db, query.query)
      const parameters = query.parameters.map(value =>
        value instanceof Placeholder ? values[value.name] : value,
      )
      const { rows } = await db.executeQuery<Row>({ ...query, parameters })
      return rows as Simplify<Row>[]
    }
  }
}
