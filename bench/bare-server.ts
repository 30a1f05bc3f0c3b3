/** The yardstick: node:http that sends the bytes of a file, whatever is asked. Prints its address. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tellCpuTime } from './cpu-time.ts'

const [, , file = ''] = process.argv
const bytes = readFileSync(file)
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => response.writeHead(200, headers).end(bytes))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
tellCpuTime()
