interface Request {
  method: string
  headers: Record<string, string>
  body: XMLHttpRequestBodyInit | null
  signal: AbortSignal | null
}

/** Like `fetch`, but reports upload progress to `onSent`, from 0 to 1. */
export function uploadWithProgress(
  address: string,
  { method, headers, body, signal }: Request,
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onSent(1)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new TypeError('The request failed'))
    request.onabort = () => reject(new DOMException('The request was broken off', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)

    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(body)
    if (signal?.aborted) abort()
  })
}

function responseOf({ status, statusText, responseText }: XMLHttpRequest): Response {
  return new Response(responseText === '' ? null : responseText, { status, statusText })
}
