/* Loads a server according to a plan that it is given as JSON, and prints what it measured. */
import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { Plan } from './measure.ts'

const { origin, seconds, people } = (await json(process.stdin)) as Plan
let next = 0
const result = await autocannon({
  url: origin,
  connections: people.length,
  duration: seconds,
  timeout: 60,
  setupClient: (client: { setRequests: (requests: object[]) => void; pipelinedRequests: object }) => {
    // autocannon would decode each body as text, which nothing needs and which took longer than the server
    // for compressed bodies.
    Object.assign(client.pipelinedRequests, { addBody: () => undefined })
    client.setRequests(people[next % people.length] ?? [])
    next += 1
  },
})
const { requests, latency, errors, duration } = result
const failed = errors + result['4xx'] + result['5xx']
console.log(
  JSON.stringify({
    requests: requests.total,
    perSecond: requests.total / duration,
    p99: latency.p99,
    failed,
  }),
)
