/**
 * Keeps the page working while it is translated. A browser's translator takes text nodes out of the page and puts
 * `<font>` elements in their place. React still holds the text nodes: it would change them out of sight, and fail
 * to remove them. So a text that React touches is first put back; the translator then translates the new one.
 */
export function followTranslator(): void {
  new MutationObserver(noteReplacements).observe(document.body, { subtree: true, childList: true })
}

/** The element that stands in a text's place, and the texts that an element stands for, in order. */
const standIns = new WeakMap<Node, Element>()
const textsOf = new WeakMap<Element, Text[]>()

const changes = new MutationObserver(records => {
  for (const { target } of records) putBack(target)
})

function noteReplacements(records: MutationRecord[]): void {
  const added = new Set(records.flatMap(({ addedNodes }) => Array.from(addedNodes).filter(isFont)))
  if (added.size === 0) return
  putBackWhenMoved()
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const candidates = [...addedNodes, previousSibling, nextSibling]
      .filter(isFont)
      .filter(font => font.parentNode === target && (added.has(font) || textsOf.has(font)))
    // Rather one that stands for nothing yet; a sentence of several texts may have a single one.
    const standIn = candidates.find(font => !textsOf.has(font)) ?? candidates[0]
    if (!standIn) continue
    for (const text of Array.from(removedNodes).flatMap(textsIn)) {
      // Only moved within the page, or already put back.
      if (text.parentNode === target) continue
      standIns.set(text, standIn)
      textsOf.set(standIn, [...(textsOf.get(standIn) ?? []), text])
      changes.observe(text, { characterData: true })
    }
  }
}

/** A text, or those that an element stood for: in another language, another one takes its place. */
const textsIn = (removed: Node): Text[] =>
  removed instanceof Text ? [removed] : isFont(removed) ? (textsOf.get(removed) ?? []) : []

/** Puts back all texts beside this one, too: they may be parts of one sentence, which is translated as a whole. */
function putBack(node: Node | null): void {
  const parent = node && standIns.get(node)?.parentNode
  if (!parent) return
  for (const child of Array.from(parent.childNodes)) {
    const texts = isFont(child) && textsOf.get(child)
    if (!texts) continue
    textsOf.delete(child)
    for (const text of texts) standIns.delete(text)
    child.replaceWith(...texts)
  }
}

let isPatched = false

/** React removes and moves texts, and puts elements before them. In a page that isn't translated nothing changes. */
function putBackWhenMoved(): void {
  if (isPatched) return
  isPatched = true
  const page = Node.prototype
  const { insertBefore, appendChild, removeChild } = page
  page.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null): Added {
    putBack(added)
    putBack(next)
    insertBefore.call(this, added, isLost(next, this) ? null : next)
    return added
  }
  page.appendChild = function <Added extends Node>(this: Node, added: Added): Added {
    putBack(added)
    appendChild.call(this, added)
    return added
  }
  page.removeChild = function <Removed extends Node>(this: Node, removed: Removed): Removed {
    putBack(removed)
    if (!isLost(removed, this)) removeChild.call(this, removed)
    return removed
  }
}

/** A text that the translator took away for good: better a text in the wrong place than a page that fails. */
const isLost = (node: Node | null, parent: Node) => node instanceof Text && node.parentNode !== parent

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'
