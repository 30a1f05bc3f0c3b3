import http from 'node:http'

export type Sent = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

export type Request = {
  method?: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer
  agent?: http.Agent
}

/** In milliseconds, as long as the web application's own requests wait. */
const patience = 30_000

/** Whether a request that is safe to repeat failed because the server was just closing its connection. */
export const closedWhileIdle = (request: http.ClientRequest, error: NodeJS.ErrnoException) =>
  request.reusedSocket && request.method === 'GET' && error.code === 'ECONNRESET'

/**
 * Sends one request and returns the response as transferred: bodies are not decompressed, so that a load
 * generator costs little. Throws if the response is incomplete. A GET on an idle connection that the server
 * was just closing is retried, as browsers do (RFC 9112, 9.3.1).
 */
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
    request.once('error', error => {
      if (closedWhileIdle(request, error)) resolve(send(url, { body, ...options }))
      else reject(error)
    })
    request.end(body)
  })
}
