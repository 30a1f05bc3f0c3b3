import { freePort } from './free-port.ts'

/** A server that can be stopped for a while and started again on the same port. */
export async function restartableServer(open: (port: number) => Promise<{ close: () => Promise<void> }>) {
  const port = await freePort()
  let server: { close: () => Promise<void> } | null = await open(port)
  return {
    port,
    stop: async () => {
      await server?.close()
      server = null
    },
    restart: async () => {
      server ??= await open(port)
    },
  }
}
