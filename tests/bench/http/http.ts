import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'

type Request = http.RequestOptions & { body?: string | undefined }

export type Sent = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }

/**
 * Sends one request, and returns the response when its body begins. A GET on an idle connection that the server was just
 * closing is sent again, as browsers do (RFC 9112, 9.3.1). It waits as long as the web application's own requests.
 */
export async function open(url: string, { body, ...options }: Request): Promise<http.IncomingMessage> {
  const request = http.request(url, { timeout: 30_000, ...options }).end(body)
  request.once('timeout', () => request.destroy(new Error(`${url}: nothing came for too long`)))
  // From the response on, who reads it has the same error.
  request.on('error', () => undefined)
  try {
    const [response] = await once(request, 'response')
    return response
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (request.reusedSocket && request.method === 'GET' && code === 'ECONNRESET') return open(url, options)
    throw error
  }
}

/**
 * Sends one request and returns the response as transferred: bodies are not decompressed, so that a load generator
 * costs little. Throws if the response is incomplete.
 */
export async function send(url: string, request: Request): Promise<Sent> {
  const response = await open(url, request)
  const { statusCode: status = 0, headers } = response
  return { status, headers, body: await buffer(response) }
}
