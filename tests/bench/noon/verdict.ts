/** A condition that must hold, and what was measured. */
export type Verdict = { what: string; target: string; measured: string; holds: boolean }

export function atMost(what: string, value: number, limit: number, unit: 'ms' | 'MiB' | 's'): Verdict {
  const text = `${value.toFixed(value < 10 && unit === 's' ? 1 : 0)} ${unit}`
  return { what, target: `less than ${limit} ${unit}`, measured: text, holds: value < limit }
}
