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
  ['self.scheduler.postTask(start)', 'scheduler'],
  ['navigation.navigate("/")', 'navigation.navigate'],
  ['const letters = /[a&&b]/v', '/…/v'],
  ['list.addEventListener("scrollend", stop)', 'event scrollend'],
  ['list.onscrollend = stop', 'event scrollend'],
  ['element?.checkVisibility()', '.checkVisibility()'],
  ['list.map(URL.parse)', 'URL.parse'],
  ['setTimeout(requestIdleCallback, 1)', 'requestIdleCallback'],
  ['Temporal.Now.instant()', 'Temporal'],
  ['CSS.highlights.set("found", found)', 'CSS.highlights'],
  ['cookieStore.get("viewer")', 'cookieStore'],
  ['new Intl.Locale("en").getWeekInfo()', '.getWeekInfo()'],
  ['for (const x of map.values().filter(isNew)) show(x)', '.filter()'],
  ['text.matchAll(letters).map(first)', '.map()'],
  ['new RegExp("[a&&b]", "v")', '/…/v'],
  ['const letters = /(?i:a)b/', '/(?i:…)/'],
  ['const letters = /(?<year>a)|(?<year>b)/', '/(?<a>…)|(?<a>…)/'],
  ['jsx("div", { popover: "auto" })', '<div popover>'],
  ['(0, a.jsxs)("details", { name: "one", children: [] })', '<details name>'],
])('%s is newer than the floor', (code, feature) => {
  expect(newScriptFeatures(code)).toContain(feature)
})

test.each([
  ...['AbortSignal.timeout(1)', 'list.toSorted().at(-1)', 'structuredClone(a)', 'a.showModal?.()'],
  'typeof requestIdleCallback === "undefined" ? start() : requestIdleCallback(start)',
  ...['if ("share" in navigator) navigator.share({})', 'URL.canParse && URL.canParse(text)'],
  ...['navigator.clipboard.writeText(text)', 'navigator.wakeLock?.request()'],
  'window.matchMedia("print").addEventListener("change", draw)',
  ...['if ("onscrollend" in window) addEventListener("scrollend", stop)', 'Object.values(map).map(first)'],
  ...['Array.from(map.values()).filter(isNew)', 'const hours = /(?<open>a)-(?<close>b)(?<!c)(?=d)(?:e)/u'],
  ...['new RegExp(word, "gu")', 'import { a as scheduler } from "./a.js"'],
  ...['jsx("img", { src: a, loading: "lazy", fetchPriority: "high" })', 'jsx("div", { inert: true })'],
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
  ['a { background: linear-gradient(in oklch, red, blue) }', 'linear-gradient(in …)'],
  ['a { margin: 0 1cap }', '1cap'],
  ['a::before { content: "→" / "to" }', 'content: … / …'],
  ['@media (scripting: none) { a { color: red } }', '@media (scripting)'],
  ['@container style(--wide: 1) { a { color: red } }', '@container style()'],
])('%s is newer than the floor', (code, feature) => {
  expect(newStyleFeatures(code)).toEqual([feature])
})

test.each([
  'a { -webkit-mask: url(a.svg); mask: url(a.svg) }',
  '@supports (color: light-dark(red, red)) { a { color: light-dark(red, blue) } }',
  'a:has(b) { color: color-mix(in oklab, oklch(50% 0 0), red); height: 1dvh; inset: 0 }',
  'p { text-wrap: balance }',
  'a::before { content: "and/or" }',
  'a { background: linear-gradient(to right, red 0, blue 10rem), url(data:image/png;base64,1cap) }',
  '@container card (width > 30rem) { a { margin: 1.5e3px -1rem 10% } }',
])('%s works on the floor', code => {
  expect(newStyleFeatures(code)).toEqual([])
})
