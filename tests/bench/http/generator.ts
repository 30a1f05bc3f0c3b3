/* Loads a server according to a plan that it is sent, and replies with what it measured. */
import { once } from 'node:events'
import autocannon from 'autocannon'
import type { Plan } from './measure.ts'

const [{ origin, seconds, people }] = (await once(process, 'message')) as [Plan]
let next = 0
const { requests, latency, errors, duration, ...statuses } = await autocannon({
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
process.send?.({
  requests: requests.total,
  perSecond: requests.total / duration,
  p99: latency.p99,
  failed: errors + statuses['4xx'] + statuses['5xx'],
})
