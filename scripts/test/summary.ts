import { styleText } from 'node:util'
import type { Counts } from './reports.ts'

export interface Outcome extends Counts {
  title: string
  seconds: number
}

export function heading(title: string): string {
  return styleText('bold', `\n── ${title} ${'─'.repeat(Math.max(3, 70 - title.length))}`)
}

/** The result of each part, followed by the parts that did not run. */
export function table(outcomes: Outcome[], seconds: number): string {
  const leftOut = outcomes.flatMap(({ title, leftOut }) =>
    leftOut ? [`LEFT OUT: ${title}: ${leftOut}`] : [],
  )
  return [
    heading('Summary'),
    ...outcomes.map(row),
    `All together: ${duration(seconds)}`,
    ...leftOut.map(line => styleText('yellow', `\n${line}`)),
    '',
  ].join('\n')
}

export function closingLine(outcomes: Counts[]): string {
  const sum = (count: 'passed' | 'failed' | 'skipped') => outcomes.reduce((all, part) => all + part[count], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function row(outcome: Outcome): string {
  const { title, failed, leftOut, seconds } = outcome
  const mark =
    failed > 0 ? styleText('red', '✗') : leftOut ? styleText('yellow', '!') : styleText('green', '✓')
  const result = leftOut ? 'left out' : closingLine([outcome])
  return `${mark} ${title.padEnd(20)} ${result.padEnd(36)} ${duration(seconds).padStart(12)}`
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}
