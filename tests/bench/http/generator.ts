/** Loads a server according to a plan, in a separate process; prints the measurements. */
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
    // autocannon would decode each body as text, which nothing needs and which took longer than the server
    // for compressed bodies.
    client.pipelinedRequests.addBody = () => undefined
    client.setRequests(people[next % people.length] ?? [])
    next += 1
  },
})
const { requests, latency, errors, duration } = result
const rejected = result['4xx'] + result['5xx']
console.log(
  JSON.stringify({
    requests: requests.total,
    perSecond: requests.total / duration,
    p99: latency.p99,
    failed: errors + rejected,
  }),
)
