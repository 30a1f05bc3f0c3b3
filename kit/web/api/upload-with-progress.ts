import type { CallRequest } from './call.ts'

/** The option `send` of a call: like `fetch`, but reports the progress of an upload to `onSent`, from 0 to 1. */
export const withProgress = (onSent: (share: number) => void) => (address: string, request: CallRequest) =>
  new Promise<Response>((resolve, reject) => {
    const { method, headers, body, signal } = request
    const upload = new XMLHttpRequest()
    const abort = () => upload.abort()
    upload.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    upload.upload.onload = () => onSent(1)
    upload.onload = () => resolve(responseOf(upload))
    upload.onerror = () => reject(new TypeError('The request failed'))
    upload.onabort = () => reject(new DOMException('The request was broken off', 'AbortError'))
    upload.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)

    upload.open(method, address)
    for (const [name, value] of Object.entries(headers)) upload.setRequestHeader(name, value)
    upload.send(body)
    if (signal?.aborted) abort()
  })

function responseOf(upload: XMLHttpRequest): Response {
  const { status, statusText, responseText } = upload
  const headers = new Headers()
  for (const line of upload.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', value = ''] = line.split(/: ?(.*)/)
    if (name !== '') headers.append(name, value)
  }
  return new Response(responseText === '' ? null : responseText, { status, statusText, headers })
}
