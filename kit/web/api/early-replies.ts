declare global {
  /** Responses to the requests of the page's first script, by address; see app/web/boot.ts. */
  var earlyReplies: Map<string, Promise<Response>> | undefined
}

// In milliseconds: as long as any cached response counts as fresh (query-client.ts).
const maxAge = 60_000

/** The response to a request that was sent while the scripts were loading; each is returned only once. */
export function takeEarlyReply(address: string): Promise<Response> | undefined {
  const reply = globalThis.earlyReplies?.get(address)
  globalThis.earlyReplies?.delete(address)
  return performance.now() < maxAge ? reply : undefined
}

/** Called when a different user, or no one, is signed in: the responses belong to the previous user. */
export function dropEarlyReplies(): void {
  for (const reply of globalThis.earlyReplies?.values() ?? []) {
    void reply.then(({ body }) => body?.cancel()).catch(() => undefined)
  }
  globalThis.earlyReplies?.clear()
}
