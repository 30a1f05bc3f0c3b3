import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'
import type { Db } from '#kit/server/database/schema.ts'

/**
 * Records which tables are read through a database: `db.withPlugin(recorder)`. Throws if the text of raw SQL
 * names a table, which it can't record; it can record `sql.table` and `sql.ref`.
 */
export class TableRecorder implements KyselyPlugin {
  readonly tables = new Set<string>()

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.record(node)
    return node
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return result
  }

  record(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { kind, table, sqlFragments } = node as {
      kind?: string
      table?: { identifier?: { name: string } }
      sqlFragments?: string[]
    }
    if (kind === 'TableNode' && table?.identifier) this.tables.add(table.identifier.name)
    if (kind === 'RawNode' && sqlFragments?.some(text => namesTable.test(text)))
      throw new Error(`Can't find out which tables this reads: ${sqlFragments.join('?')}`)
    for (const part of Array.isArray(node) ? node : Object.values(node)) this.record(part)
  }
}

/** For precompiled statements, which run without the plugins. */
export function recordTables(db: Db, node: RootOperationNode): void {
  for (const plugin of db.getExecutor().plugins) if (plugin instanceof TableRecorder) plugin.record(node)
}

const namesTable = /\b(from|join)\s+(?!json_each\()\S/i
