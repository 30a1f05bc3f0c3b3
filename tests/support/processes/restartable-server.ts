import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { freePort } from './free-port.ts'

/** A server that can be stopped for a while and started again on the same port, until the tests end. */
export async function restartableServer(open: (port: number) => Promise<{ close: () => Promise<void> }>) {
  const port = await freePort()
  let server: { close: () => Promise<void> } | null = await open(port)
  const stop = async () => {
    await server?.close()
    server = null
  }
  cleanUpAfterTests(stop)
  return {
    port,
    stop,
    restart: async () => {
      server ??= await open(port)
    },
  }
}
