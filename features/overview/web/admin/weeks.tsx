import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import uPlot from 'uplot'
import { counted } from '#kit/rules/texts/counted.ts'
import { useMedia } from '#kit/web/browser/media.ts'
import { readTheme, subscribeToTheme } from '#kit/web/browser/theme.ts'
import type { Week } from '../../contract.ts'
import { ChartPanel } from './chart-panel.tsx'
import { dayLabel } from './labels.ts'
import { weeksSentence } from './sentences.ts'

export function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const hasLunches = weeks.some(({ lunches }) => lunches > 0)
  return (
    <ChartPanel
      title="Ratings per week"
      sentence={weeksSentence(weeks)}
      columns={[
        ['Week of', ({ from }) => from],
        ['Ratings', ({ ratings }) => ratings],
        ...(hasLunches ? [['Lunches', ({ lunches }: Week) => lunches] as const] : []),
      ]}
      rows={weeks}
      file="ratings-per-week"
    >
      <WeeksChart weeks={weeks} hasLunches={hasLunches} />
    </ChartPanel>
  )
}

const height = 220

/** Ratings as columns and lunches as a line; the week under the pointer is described in words. */
function WeeksChart({ weeks, hasLunches }: { weeks: readonly Week[]; hasLunches: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const isPrinted = useMedia('print')
  const isForcedColors = useMedia('(forced-colors: active)')
  const theme = useSyncExternalStore(subscribeToTheme, readTheme)

  // A canvas doesn't adapt to the color scheme or to printing: redraw it when they change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors come from the page
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = draw(element, weeks, hasLunches, setPointed)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [weeks, hasLunches, isDark, isPrinted, isForcedColors, theme])

  const week = weeks[pointed ?? weeks.length - 1]
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-sm">
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          <Key className="h-3 w-3 rounded-[3px] bg-terracotta">Ratings</Key>
          {hasLunches && <Key className="h-1 w-4 rounded-full bg-sky">Lunches</Key>}
        </p>
        {week && (
          <p className="text-muted tabular-nums">
            Week of {dayLabel(week.from)}: {counted(week.ratings, 'rating')}
            {hasLunches && `, ${counted(week.lunches, 'lunch', 'lunches')}`}
          </p>
        )}
      </div>
      <div
        ref={box}
        role="img"
        aria-label="Ratings per week as columns"
        style={{ height }}
        className="min-w-0"
      />
    </>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className={className} />
      {children}
    </span>
  )
}

function draw(
  element: HTMLElement,
  weeks: readonly Week[],
  hasLunches: boolean,
  onPoint: (index: number | null) => void,
): uPlot {
  const { ink, line, bar, second } = colorsOf(element)
  const font = `13px ${getComputedStyle(element).fontFamily}`
  const axis = { stroke: ink, font, ticks: { show: false } }
  const options: uPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.6, weeks.length - 0.4] },
      y: { range: (_, __, max) => [0, Math.max(4, Math.ceil(max * 1.08))] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        splits: chart => ticksOf(weeks.length, chart.width),
        values: (_, splits) => splits.map(i => dayLabel(weeks[i]?.from ?? '')),
      },
      {
        ...axis,
        size: 48,
        grid: { stroke: line, width: 1 },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
        values: (_, splits) => splits.map(value => value.toLocaleString('en-US', { notation: 'compact' })),
      },
    ],
    series: [
      {},
      {
        fill: bar,
        width: 0,
        points: { show: false },
        ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.72, 36], radius: 0.2 }) }),
      },
      ...(hasLunches ? [{ stroke: second, width: 2.5, points: { show: true, size: 6, fill: second } }] : []),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
  }
  const data: uPlot.AlignedData = [
    weeks.map((_, i) => i),
    weeks.map(({ ratings }) => ratings),
    ...(hasLunches ? [weeks.map(({ lunches }) => lunches)] : []),
  ]
  return new uPlot(options, data, element)
}

/** The weeks to label: as many as fit, always including the last one. */
function ticksOf(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * 72) / Math.max(width - 48, 1)))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => count - 1 - i * step).reverse()
}

/** The color tokens resolved for the page's current color scheme, since a canvas can't use CSS variables. */
function colorsOf(element: HTMLElement) {
  const probe = document.createElement('span')
  element.append(probe)
  const resolved = (token: string) => {
    probe.style.color = `var(--color-${token})`
    return getComputedStyle(probe).color
  }
  const colors = {
    ink: resolved('muted'),
    line: resolved('line'),
    bar: resolved('terracotta'),
    second: resolved('sky'),
  }
  probe.remove()
  return colors
}
