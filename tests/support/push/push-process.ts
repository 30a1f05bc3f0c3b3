import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fakeCertificate } from '#tests/support/services/fake-certificate.ts'

/* A push service in a process of its own, which takes every message and tells how many there were. */

let messages = 0
const server = createServer(fakeCertificate, (request, response) => {
  request.resume().on('end', () => {
    messages += 1
    response.writeHead(201).end()
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
process.on('message', () => process.send?.({ port, messages }))
