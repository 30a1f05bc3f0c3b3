import net from 'node:net'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'

/** What Node's cluster makes for its workers: a socket that is bound, and from which this process takes nothing. */
type Handle = { fd: number; close: () => void; getsockname: (address: { port?: number }) => number }
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle: (host: string, port: number, family: 4) => Handle
}

/** Holds a socket until the tests end, as systemd does, for processes that come and go. */
export function holdSocket(): { fd: number; host: string } {
  const handle = createHandle('127.0.0.1', 0, 4)
  cleanUpAfterTests(async () => handle.close())
  const address: { port?: number } = {}
  handle.getsockname(address)
  return { fd: handle.fd, host: `127.0.0.1:${address.port}` }
}
