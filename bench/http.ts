import http from 'node:http'

export type Sent = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

export type Request = {
  method?: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer | undefined
  agent?: http.Agent
}

/** As long as a browser of ours waits. */
const patience = 30_000

/** One request, its reply as it comes over the wire: nothing is unpacked, so that a generator costs little. Throws without a whole reply. */
export function send(url: string, { body, ...options }: Request = {}): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { ...options, timeout: patience }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks) })
      })
    })
    request.once('timeout', () => request.destroy(new Error(`${url}: nothing came for ${patience / 1000} s`)))
    request.once('error', reject)
    request.end(body)
  })
}
