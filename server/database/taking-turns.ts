import { setImmediate } from 'node:timers/promises'
import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'

/**
 * For long reads in many statements: `db.withPlugin(new TakingTurns())` lets other requests run after each
 * statement. SQLite answers synchronously, so without it they would wait for the last one.
 */
export class TakingTurns implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return setImmediate(result)
  }
}
