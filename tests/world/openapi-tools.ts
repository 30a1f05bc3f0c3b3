import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/* The API's description, and tools for it that others wrote. They are heavy, so their folder has a lock file of its own. */

const run = promisify(execFile)

export const tools = fileURLToPath(new URL('openapi/', import.meta.url))
export const description = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))

export async function installTools(): Promise<void> {
  try {
    createRequire(join(tools, 'package.json')).resolve('openapi-fetch')
  } catch {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tools })
  }
}
