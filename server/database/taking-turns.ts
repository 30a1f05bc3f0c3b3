import { setImmediate } from 'node:timers/promises'
import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'

/**
 * For long reads in many statements, `db.withPlugin(new TakingTurns())`: other requests have their turn after each of
 * them. SQLite answers at once, so that without it they would wait for the last one.
 */
export class TakingTurns implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
    return setImmediate(result)
  }
}
