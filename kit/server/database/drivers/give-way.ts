import type { KyselyPlugin, PluginTransformQueryArgs, RootOperationNode } from 'kysely'

/** A request takes about as many turns of the event loop from its arrival to its reply. */
const turns = 5

/** How long work may go on, in milliseconds: giving way more often only makes others wait longer for its locks. */
const mostAtOnce = 5

let lastGiven = 0

/**
 * Lets the requests that have arrived go first, unless some work has just done so. Everything long (a job, an import, a
 * restore) calls it after each piece of at most some ten milliseconds; `partsOf` and `readInBatches` do so by themselves.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() - lastGiven < mostAtOnce) return
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
  lastGiven = performance.now()
}

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
