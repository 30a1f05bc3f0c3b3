/**
 * Runs in the page. What is wider than the screen, and where letters are twice as large, what lies over something else. With usual
 * ones also what sticks out of its entry in Command Mode, or touches a button there, and buttons and short words on several lines.
 */
export function layoutFaults(areLarge: boolean): string[] {
  const faults: string[] = []
  const width = document.documentElement.clientWidth
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') || element.textContent || element.outerHTML).trim().slice(0, 80)
  const boxes = `html, [role=dialog], [role=dialog] > div${areLarge ? '' : ', main article'}`
  for (const box of document.querySelectorAll(boxes))
    if (box.scrollWidth > Math.min(width, box.clientWidth))
      faults.push(`${nameOf(box)} is ${box.scrollWidth} wide`)

  if (areLarge) {
    const outer = document.querySelector('[role=dialog]') ?? document.querySelector('main')
    const parts = Array.from(outer?.querySelectorAll('article *, fieldset svg, h1, h2, form *') ?? [])
      .filter(
        part =>
          part.matches('svg, article button') || (part.childElementCount === 0 && part.textContent?.trim()),
      )
      .filter(part => !part.closest('.sr-only, option, .artwork') && getComputedStyle(part).opacity !== '0')
      .map(part => ({ part, box: visibleBox(part) }))
      .filter(({ box }) => box.width > 2 && box.height > 2 && box.right > 0 && box.left < width)
    for (const [i, { part: one, box: a }] of parts.entries())
      for (const { part: other, box: b } of parts.slice(i + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        // The boxes of texts are higher than their letters.
        if (across > 3 && down > Math.min(a.height, b.height) / 3)
          faults.push(`${nameOf(one)} and ${nameOf(other)} lie over each other`)
      }
    return faults
  }

  const lists = location.pathname === '/admin' ? 'main' : 'none'
  const entries = document.querySelectorAll(`${lists} :is(tbody tr, li:not(nav li, li li))`)
  for (const entry of entries) {
    const { left, right } = entry.getBoundingClientRect()
    for (const part of entry.querySelectorAll('button, a, input, p, span, td, th')) {
      const box = part.getBoundingClientRect()
      const isShown = box.width > 1 && getComputedStyle(part).visibility === 'visible'
      if (isShown && (box.left < left - 1 || box.right > right + 1)) faults.push(`${nameOf(part)} sticks out`)
    }
    const texts = textsIn(entry).flatMap(text => boxesOf(text))
    for (const icon of entry.querySelectorAll('button svg')) {
      const button = icon.closest('button')
      const { left, right, top, bottom } = icon.getBoundingClientRect()
      const isNear = texts.some(
        text => text.bottom > top && text.top < bottom && text.right > left - 8 && text.left < right + 8,
      )
      if (isNear && !button?.textContent) faults.push(`a text touches the button ${nameOf(button ?? icon)}`)
    }
  }

  for (const text of [...entries].flatMap(textsIn))
    for (const { 0: word, index } of text.data.matchAll(/(?<![@.\p{L}\p{N}])\p{L}{3,14}(?![\p{L}\p{N}])/gu))
      if (linesOf(text, index, index + word.length) > 1) faults.push(`the word ${word} is torn apart`)
  // Names may take several lines, and so may rows that open what they are about.
  const buttons =
    'button:not(.text-left, [class*="wrap-"], .hidden), a.rounded-full, [role=tab], label.rounded-full'
  if (width < 390)
    for (const text of [...document.querySelectorAll(buttons)].flatMap(textsIn))
      if (text.data.length < 40 && linesOf(text) > 1) faults.push(`the button ${text.data} has several lines`)
  return faults

  function textsIn(element: Element): Text[] {
    const found: Text[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      // Texts for screen readers only are one pixel wide.
      const isShown = (text.parentElement?.getBoundingClientRect().width ?? 0) > 1
      if (isShown && text.data.trim()) found.push(text)
    }
    return found
  }

  function boxesOf(text: Text, start = 0, end = text.length): DOMRect[] {
    const range = document.createRange()
    range.setStart(text, start)
    range.setEnd(text, end)
    return Array.from(range.getClientRects()).filter(box => box.width > 1)
  }

  function linesOf(text: Text, start?: number, end?: number): number {
    return new Set(boxesOf(text, start, end).map(({ top }) => Math.round(top))).size
  }

  /** Without what a surrounding element cuts off. */
  function visibleBox(part: Element) {
    let { left, right, top, bottom } = part.getBoundingClientRect()
    for (let around = part.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      const edge = around.getBoundingClientRect()
      right = Math.min(right, edge.right)
      bottom = Math.min(bottom, edge.bottom)
      left = Math.max(left, edge.left)
      top = Math.max(top, edge.top)
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
}
