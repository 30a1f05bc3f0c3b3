declare global {
  /** What the page's first script has asked for, by address; see web/boot.ts. */
  var earlyReplies: Map<string, Promise<Response>> | undefined
}

// As long as any reply counts as fresh.
const mostAge = 60_000

/** The reply to a request that was sent while the scripts were on their way; each is given out once. */
export function takeEarlyReply(address: string): Promise<Response> | undefined {
  const reply = globalThis.earlyReplies?.get(address)
  globalThis.earlyReplies?.delete(address)
  return performance.now() < mostAge ? reply : undefined
}

/** When somebody else signs in, or nobody is left: what was asked for was theirs. */
export function dropEarlyReplies(): void {
  for (const reply of globalThis.earlyReplies?.values() ?? []) {
    void reply.then(({ body }) => body?.cancel()).catch(() => undefined)
  }
  globalThis.earlyReplies?.clear()
}
