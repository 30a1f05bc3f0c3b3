import { afterAll } from 'vitest'
import { openSmtpServer } from './smtp-modes.ts'

/** Starts a mail server that is stopped after the tests of the file. */
export async function startSmtpServer() {
  const server = await openSmtpServer()
  afterAll(server.close)
  return server
}
