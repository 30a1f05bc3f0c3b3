/** Caches what is computed from short texts: thousands of names are compared repeatedly and hardly ever change. */
export function memoize<R>(compute: (text: string) => R): (text: string) => R {
  const known = new Map<string, { result: R }>()
  return text => {
    const found = known.get(text)
    if (found) return found.result
    const result = compute(text)
    if (text.length > maxLength) return result
    if (known.size >= maxCached) known.clear()
    known.set(text, { result })
    return result
  }
}

const maxCached = 50_000
const maxLength = 400
