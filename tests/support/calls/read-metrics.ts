export type Sample = { name: string; labels: Record<string, string>; value: number }

/** Parses the text format of Prometheus. */
export function parseMetrics(text: string): Sample[] {
  return text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === '') throw new Error(`No sample: ${line}`)
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }
    })
}

/** The sum of all samples with this name and these labels; undefined if there are none. */
export function valueIn(
  samples: Sample[],
  requested: string,
  labels: Record<string, string | RegExp> = {},
): number | undefined {
  const found = samples.filter(
    sample =>
      sample.name === requested &&
      Object.entries(labels).every(([key, value]) =>
        value instanceof RegExp ? value.test(sample.labels[key] ?? '') : sample.labels[key] === value,
      ),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
