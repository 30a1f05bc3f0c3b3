import { expect, test } from 'vitest'
import { newScriptFeatures } from './scripts.ts'
import { newStyleFeatures } from './styles.ts'

test.each([
  ['AbortSignal.any([a, b])', 'AbortSignal.any'],
  ['const x = a === null || !URL.canParse(a)', 'URL.canParse'],
  ['URL.parse(text)', 'URL.parse'],
  ['new Map(Map.groupBy(list, f))', 'Map.groupBy'],
  ['element.checkVisibility()', '.checkVisibility()'],
  ['new Set(a).union(b)', '.union()'],
  ['requestIdleCallback(start)', 'requestIdleCallback'],
  ['new URLPattern({})', 'URLPattern'],
  ['navigator.share({})', 'navigator.share'],
  ['navigator.wakeLock.request()', 'navigator.wakeLock'],
  ['window.requestIdleCallback(start)', 'requestIdleCallback'],
  ['scheduler.yield()', 'scheduler.yield'],
  ['self.scheduler.postTask(start)', 'self.scheduler'],
  ['navigation.navigate("/")', 'navigation.navigate'],
  ['const letters = /[a&&b]/v', '/…/v'],
  ['list.addEventListener("scrollend", stop)', 'event scrollend'],
])('%s is newer than the floor', (code, feature) => {
  expect(newScriptFeatures(code)).toEqual([feature])
})

test.each([
  'AbortSignal.timeout(1)',
  'list.toSorted().at(-1)',
  'structuredClone(a)',
  'a.showModal?.()',
  'typeof requestIdleCallback === "undefined" ? start() : requestIdleCallback(start)',
  'if ("share" in navigator) navigator.share({})',
  'URL.canParse && URL.canParse(text)',
  'navigator.clipboard.writeText(text)',
  'navigator.wakeLock?.request()',
  'window.matchMedia("print").addEventListener("change", draw)',
  'if ("onscrollend" in window) addEventListener("scrollend", stop)',
])('%s runs on the floor, or asks first', code => {
  expect(newScriptFeatures(code)).toEqual([])
})

test.each([
  ['a { color: light-dark(red, blue) }', 'light-dark()'],
  ['a { field-sizing: content }', 'field-sizing'],
  ['a:user-valid { color: red }', ':user-valid'],
  ['@starting-style { a { opacity: 0 } }', '@starting-style'],
  ['a { &:hover { color: red } }', 'nesting'],
  ['a { transition: all 1s linear(0, 1) }', 'linear()'],
  ['a { color: rgb(from red r g b) }', 'rgb(from …)'],
])('%s is newer than the floor', (code, feature) => {
  expect(newStyleFeatures(code)).toEqual([feature])
})

test.each([
  'a { -webkit-mask: url(a.svg); mask: url(a.svg) }',
  '@supports (color: light-dark(red, red)) { a { color: light-dark(red, blue) } }',
  'a:has(b) { color: color-mix(in oklab, oklch(50% 0 0), red); height: 1dvh; inset: 0 }',
  'p { text-wrap: balance }',
])('%s works on the floor', code => {
  expect(newStyleFeatures(code)).toEqual([])
})
