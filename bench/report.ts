import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Measurement } from './list-and-ratings.ts'

const document = new URL('../docs/performance.md', import.meta.url)
const begin = '<!-- figures of npm run bench: begin -->'
const end = '<!-- figures of npm run bench: end -->'

/** The measurements as a table, and how much the number of ratings changes them. */
export function report(measurements: Measurement[]): string {
  const head = [
    'engine',
    'call',
    'restaurants',
    'ratings',
    'answer',
    'requests/s',
    'p99',
    'CPU each',
    'bare node:http',
    'ratio',
  ]
  const rows = measurements.map(({ engine, call, restaurants, ratings, bytes, app, bare }) => [
    engine,
    call,
    count(restaurants),
    count(ratings),
    `${(bytes / 1000).toFixed(1)} kB`,
    count(app.perSecond),
    `${app.p99} ms`,
    `${app.cpu.toFixed(2)} ms`,
    `${bare.cpu.toFixed(2)} ms`,
    `× ${(app.cpu / bare.cpu).toFixed(0)}`,
  ])
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, shared with the load generator; 10 connections.`
  return [machine, table(head, rows), growth(measurements)].join('\n\n')
}

/** Puts the report between the marks in docs/performance.md. */
export async function writeReport(text: string): Promise<void> {
  const before = await readFile(document, 'utf8')
  const [head, rest] = before.split(begin)
  const tail = rest?.split(end)[1]
  if (head === undefined || tail === undefined) throw new Error('docs/performance.md has lost its marks')
  await writeFile(document, `${head}${begin}\n\n${text}\n\n${end}${tail}`)
}

function growth(measurements: Measurement[]): string {
  const largest = Math.max(...measurements.map(({ ratings }) => ratings))
  const rows = measurements
    .filter(({ ratings }) => ratings !== largest)
    .flatMap(few => {
      const many = measurements.find(
        other =>
          other.ratings === largest &&
          other.engine === few.engine &&
          other.call === few.call &&
          other.restaurants === few.restaurants,
      )
      if (!many) return []
      return [
        [
          few.engine,
          few.call,
          count(few.restaurants),
          `${count(few.ratings)} → ${count(largest)}`,
          `× ${(largest / few.ratings).toFixed(0)}`,
          `× ${(many.bytes / few.bytes).toFixed(2)}`,
          `× ${(many.app.cpu / few.app.cpu).toFixed(2)}`,
        ],
      ]
    })
  return table(
    ['engine', 'call', 'restaurants', 'ratings', 'more ratings', 'longer answer', 'CPU each'],
    rows,
  )
}

const count = (value: number) => Math.round(value).toLocaleString('en-US')

export const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
