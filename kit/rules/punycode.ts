/**
 * The letters of a label of a domain that begins with 'xn--' (RFC 3492, section 6.2); null if it has none. Browsers have
 * only the other direction: their URLs.
 */
export function decodePunycode(label: string): string | null {
  const [, plain = '', coded = ''] = /^xn--(?:([\w-]*)-)?([a-z\d]+)$/i.exec(label) ?? []
  const letters = [...plain]
  let code = 128
  let at = 0
  let bias = 72
  let next = 0
  while (next < coded.length) {
    const before = at
    let weight = 1
    for (let base = 36; ; base += 36) {
      const digit = (Number.parseInt(coded[next++] ?? '', 36) + 26) % 36
      if (Number.isNaN(digit)) return null
      at += digit * weight
      const threshold = Math.min(Math.max(base - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const count = letters.length + 1
    bias = adapted(at - before, { count, isFirst: before === 0 })
    code += Math.floor(at / count)
    at %= count
    if (code > 0x10ffff) return null
    letters.splice(at, 0, String.fromCodePoint(code))
    at += 1
  }
  return coded === '' ? null : letters.join('')
}

function adapted(delta: number, { count, isFirst }: { count: number; isFirst: boolean }): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35)
  return bias + Math.floor((36 * rest) / (rest + 38))
}
