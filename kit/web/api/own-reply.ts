import { ownReplyHeader } from '#kit/contract/own-reply.ts'

/**
 * Whether a reply comes from our server and not from something in between: a proxy whose server is down, a filter, the
 * sign-in page of a guest network. Asked before anything else of a reply is believed, since neither its status nor its
 * body says whose it is.
 */
export const isOwnReply = ({ headers }: Pick<Response, 'headers'>): boolean =>
  headers.has(ownReplyHeader) || isOfEarlierVersion(headers)

/**
 * Versions before 2.7.0 don't send the header. One may still run beside a newer one during an upgrade, or after going
 * back, and caches keep what it sent. Its content security policy is as distinctive.
 */
const isOfEarlierVersion = (headers: Headers) =>
  headers
    .get('content-security-policy')
    ?.includes("worker-src 'self';manifest-src 'self';object-src 'none'") === true
