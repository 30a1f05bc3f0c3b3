/** The state of what does not exist. */
export const absent = 'absent'

/**
 * What clients know about their writes: after an acknowledgement, an item is in one state; after a write
 * without a response, it is in the state before or after. Every item has only one writer, which waits for
 * each response.
 */
export class Ledger {
  acknowledged = 0
  readonly #possible = new Map<string, Set<string>>()
  readonly #rejections: string[] = []

  begin(key: string, state: string): void {
    this.#possible.set(key, new Set([state]))
  }

  /**
   * Sends a write that puts these items into these states; returns its status, or 0 if there was no response.
   */
  async write(states: Record<string, string>, send: () => Promise<{ status: number }>): Promise<number> {
    for (const [key, state] of Object.entries(states)) this.#statesOf(key).add(state)
    const { status } = await send().catch(() => ({ status: 0 }))
    if (status >= 200 && status < 300) {
      this.acknowledged += 1
      for (const [key, state] of Object.entries(states)) this.begin(key, state)
    } else if (status !== 0 && status !== 503) {
      this.#rejections.push(`${Object.keys(states)[0]} was answered with ${status}`)
    }
    return status
  }

  /**
   * Lists what was lost, duplicated, half written, or rejected without a good reason. The actual states become
   * the known ones.
   */
  problems(actual: ReadonlyMap<string, string>): string[] {
    const wrong = [...this.#possible].flatMap(([key, possible]) => {
      const found = actual.get(key) ?? absent
      const isPossible = possible.has(found)
      this.begin(key, found)
      return isPossible ? [] : [`${key} is ${found} instead of ${[...possible].join(' or ')}`]
    })
    return [...wrong, ...this.#rejections.splice(0)]
  }

  #statesOf(key: string): Set<string> {
    const known = this.#possible.get(key)
    if (known) return known
    const fresh = new Set([absent])
    this.#possible.set(key, fresh)
    return fresh
  }
}
