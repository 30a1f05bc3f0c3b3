/** Loads a server as a plan says, from a process of its own; prints what it measured. */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Plan } from './load.ts'

const [, , file = ''] = process.argv
const { origin, seconds, people } = JSON.parse(readFileSync(file, 'utf8')) as Plan
let next = 0
const result = await autocannon({
  url: origin,
  connections: people.length,
  duration: seconds,
  timeout: 60,
  setupClient: client => {
    // It would read each body as a text, for which nobody asks: compressed ones took it longer than the server.
    client.pipelinedRequests.addBody = () => undefined
    client.setRequests(people[next % people.length] ?? [])
    next += 1
  },
})
const { requests, latency, errors, duration } = result
const refused = result['4xx'] + result['5xx']
console.log(
  JSON.stringify({
    requests: requests.total,
    perSecond: requests.total / duration,
    p99: latency.p99,
    failed: errors + refused,
  }),
)
