/** Something that listens, and where. */
type Open = { port: number; close: () => Promise<void> }

/** A server that may be gone for a while, and is then back at its port. */
export async function atOnePort(open: (port: number) => Promise<Open>) {
  let server: Open | null = await open(0)
  const { port } = server
  return {
    port,
    leave: async () => {
      await server?.close()
      server = null
    },
    comeBack: async () => {
      server ??= await open(port)
    },
  }
}
