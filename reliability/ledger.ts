/** A state of what a key stands for; what isn't there is 'absent'. */
export const absent = 'absent'

/**
 * What clients know of their writes: after an acknowledgement a thing is in one state; after a write whose answer never
 * came, in the state before or the one after. Every thing has one writer, which waits for each answer.
 */
export class Ledger {
  acknowledged = 0
  readonly #possible = new Map<string, Set<string>>()
  readonly #refusals: string[] = []

  begin(key: string, state: string): void {
    this.#possible.set(key, new Set([state]))
  }

  /** Sends a write that puts these things into these states; returns its status, 0 without a reply. */
  async write(states: Record<string, string>, send: () => Promise<{ status: number }>): Promise<number> {
    for (const [key, state] of Object.entries(states)) this.#statesOf(key).add(state)
    const { status } = await send().catch(() => ({ status: 0 }))
    if (status >= 200 && status < 300) {
      this.acknowledged += 1
      for (const [key, state] of Object.entries(states)) this.begin(key, state)
    } else if (status !== 0 && status !== 503) {
      this.#refusals.push(`${Object.keys(states)[0]} was answered with ${status}`)
    }
    return status
  }

  /** What is lost, there twice, half there, or was refused without a reason. From here on, what is there is known. */
  problems(actual: ReadonlyMap<string, string>): string[] {
    const wrong = [...this.#possible].flatMap(([key, possible]) => {
      const found = actual.get(key) ?? absent
      const isPossible = possible.has(found)
      this.begin(key, found)
      return isPossible ? [] : [`${key} is ${found} instead of ${[...possible].join(' or ')}`]
    })
    return [...wrong, ...this.#refusals.splice(0)]
  }

  #statesOf(key: string): Set<string> {
    const known = this.#possible.get(key)
    if (known) return known
    const fresh = new Set([absent])
    this.#possible.set(key, fresh)
    return fresh
  }
}
