import { readFileSync } from 'node:fs'

type Start = { environment: Record<string, string>; flags: string[] }

/** Parses environment and flags of a command: `export A=1 B=2 && … exec node --flag server/main.ts`. */
export function readStart(command: string): Start {
  const exported = /^export (.*?) &&/.exec(command)?.[1] ?? ''
  const flags = /exec node (.*) server\/main\.ts$/.exec(command)?.[1] ?? ''
  return {
    environment: Object.fromEntries(exported.split(' ').map(each => each.split('=') as [string, string])),
    flags: flags.split(' '),
  }
}

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string; demo: string }
}

/** The settings of `npm start`, so that benchmarks measure what really runs. */
export const npmStart = readStart(scripts.start)
export const npmDemo = readStart(scripts.demo)
