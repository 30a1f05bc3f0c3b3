import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'
import { giveWay } from './give-way.ts'

/**
 * For long reads in many statements: `db.withPlugin(new YieldBetweenStatements())` lets other requests run after each
 * statement. SQLite replies synchronously, so without it they would wait for the last one.
 */
export class YieldBetweenStatements implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    await giveWay()
    return result
  }
}
