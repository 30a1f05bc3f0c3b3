import { afterAll } from 'vitest'
import { openSmtpServer } from './smtp-modes.ts'

/** A mail server that is stopped with the tests. */
export async function startSmtpServer() {
  const server = await openSmtpServer()
  afterAll(server.close)
  return server
}
