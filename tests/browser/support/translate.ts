import type { Page } from '@playwright/test'

/**
 * Translates the page, and whatever appears in it, as browsers do: `<font>` elements take the places of all text nodes.
 * The 'translation' is the text in brackets.
 */
export async function translate(page: Page, way: 'replace' | 'after' = 'replace'): Promise<void> {
  await page.evaluate(chosen => {
    const isTranslated = (node: Node) => node.parentElement?.closest('font, script, style, title') != null
    const translateTexts = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) {
        if (!text.textContent?.trim() || isTranslated(text) || !text.isConnected) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = `[${text.textContent}]`
        outer.append(inner)
        if (chosen === 'replace') text.parentNode?.replaceChild(outer, text)
        else {
          text.parentNode?.insertBefore(outer, text.nextSibling)
          text.parentNode?.removeChild(text)
        }
      }
    }
    translateTexts(document.body)
    const later = new MutationObserver(records => {
      for (const { addedNodes, target, type } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translateTexts(node)
    })
    later.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, way)
}
