import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that nothing listens on, below those that systems give to outgoing connections (from 32768 or 49152): one of
 * these could take it before the server that it is for listens, or while that is restarted.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 11_000 + Math.floor(20_000 * Math.random())
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isFree) await once(server.close(), 'close')
    if (isFree) return port
  }
  throw new Error('No free port on 127.0.0.1')
}
