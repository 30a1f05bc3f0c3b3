/** A header of every reply of our server, by which the browser knows whether a reply is ours; see kit/web/api/own-reply.ts. */
export const ownReplyHeader = 'x-common-table'
