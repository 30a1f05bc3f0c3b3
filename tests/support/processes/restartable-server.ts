/** A listening server and its port. */
type Open = { port: number; close: () => Promise<void> }

/** A server that can be stopped for a while and started again on the same port. */
export async function restartableServer(open: (port: number) => Promise<Open>) {
  let server: Open | null = await open(0)
  const { port } = server
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
