import type { Page } from '@playwright/test'

/**
 * Counts the matching elements that an action makes React render again: React then gives them a new
 * properties object.
 */
export async function countRerenders(
  page: Page,
  selector: string,
  act: () => Promise<void>,
): Promise<number> {
  const snapshot = () =>
    page.evaluateHandle(
      selector =>
        Array.from(document.querySelectorAll(selector), node => {
          const name = Object.keys(node).find(key => key.startsWith('__reactProps$')) ?? ''
          return { node, properties: Reflect.get(node, name) }
        }),
      selector,
    )
  const before = await snapshot()
  await act()
  const after = await snapshot()
  return page.evaluate(
    ([before, after]) => {
      if (before.some(({ properties }) => properties === undefined)) throw new Error('Not rendered by React')
      return after.filter(
        ({ node, properties }) => before.find(other => other.node === node)?.properties !== properties,
      ).length
    },
    [before, after] as const,
  )
}
