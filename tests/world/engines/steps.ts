import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Driver, Key } from './driver.ts'

type Name = string | RegExp

/** The steps of a journey: what a person does in any browser, by the roles and names that a screen reader would say. */
export type Steps = ReturnType<typeof stepsIn>

export function stepsIn(driver: Driver, origin: string) {
  const find = async (role: string, name: Name, scrolls = false): Promise<Found | null> => {
    const [source, flags] = typeof name === 'string' ? [name, null] : [name.source, name.flags]
    const args = [role, source, flags, scrolls].map(value => JSON.stringify(value)).join(', ')
    const question = `'TestingLibraryDom' in window ? (${findInPage})(${args}) : 'unable'`
    const reply = await driver.evaluate(question)
    if (reply !== 'unable') return reply as Found | null
    await driver.evaluate(`void (() => {${library}})()`)
    return (await driver.evaluate(question)) as Found | null
  }
  const isAny = (_: Found) => true
  /** Asks again until there is such an element for which `isRight` holds. */
  const wait = async (role: string, name: Name, { scrolls = false, isRight = isAny } = {}) => {
    let last: Found | null | undefined
    for (const end = Date.now() + 40_000; Date.now() < end; await setTimeout(100)) {
      // While another page comes, the old one doesn't answer.
      last = await find(role, name, scrolls).catch(() => undefined)
      if (last && isRight(last)) return last
    }
    const seen = last ? JSON.stringify(last) : await driver.evaluate('document.body.innerText')
    throw new Error(`There is no ${role} ${name}, but: ${seen}`)
  }

  const see = async (role: string, name: Name) => {
    const found = await wait(role, name)
    expect(found.overflow, `the page is too wide, pixels, where ${role} ${name} is`).toBeLessThanOrEqual(0)
    return found
  }
  /** It has the focus, and nothing covers it. */
  const focused = (role: string, name: Name) =>
    wait(role, name, { isRight: ({ hasFocus, isBlocked }) => hasFocus && !isBlocked })
  const press = async (role: string, name: Name) => {
    let before: Found | undefined
    // Where it is when it moves no more and nothing covers it.
    const isStill = (found: Found) => {
      const isSame = before?.x === found.x && before.y === found.y
      before = found
      return isSame && !found.isBlocked
    }
    const found = await wait(role, name, { scrolls: true, isRight: isStill })
    await driver.click(found)
    // It moved just then: a person presses once more.
    if (await driver.evaluate('window.isMissed?.() ?? false').catch(() => false)) await press(role, name)
  }
  return {
    open: (path: string) => driver.goTo(path.startsWith('http') ? path : origin + path),
    press,
    see,
    gone: (role: string, name: Name) => expect.poll(() => find(role, name), { timeout: 40_000 }).toBeNull(),
    type: async (label: Name, text: string) => {
      await press('label', label)
      await focused('label', label)
      await driver.type(text)
    },
    key: (key: Key) => driver.press(key),
    focused,
    /** How dark the darkest pixel of what is drawn there is: 0 is black. */
    darkest: async (role: string, name: Name) => {
      const { x, y } = await wait(role, name, { scrolls: true })
      const area = { left: x - 15, top: y - 15, width: 30, height: 30 }
      const pixels = await sharp(await driver.picture())
        .greyscale()
        .extract(area)
        .raw()
        .toBuffer()
      return Math.min(...pixels)
    },
    ask: driver.evaluate,
    choose: driver.chooseFile,
    resize: driver.resize,
    signIn: async ({ email, password }: { email: string; password: string }) => {
      await driver.goTo(`${origin}/robots.txt`)
      const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ email, password })]
      const init = JSON.stringify({ method: 'POST', headers, body })
      expect(await driver.evaluate(`fetch('/api/login', ${init}).then(reply => reply.status)`)).toBe(200)
    },
  }
}

/** Where its middle is, and what it is like. */
interface Found {
  x: number
  y: number
  text: string
  hasFocus: boolean
  /** Disabled, still on its way in, covered, or off the screen; the middle of what is larger may be off it. */
  isBlocked: boolean
  /** By how many pixels the page is wider than the screen. */
  overflow: number
}

const library = await readFile(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** Runs in the page. Finds the first visible element with a role and a name, a label ('label') or a text ('text'). */
const findInPage = String(
  (role: string, source: string, flags: string | null, scrolls: boolean): Found | null => {
    const { queryAllByRole, queryAllByText, queryAllByLabelText } = Reflect.get(
      window,
      'TestingLibraryDom',
    ) as typeof import('@testing-library/dom')
    const { body, documentElement } = document
    const name = flags === null ? source : new RegExp(source, flags)
    const other = { text: queryAllByText, label: queryAllByLabelText }[role]
    const all = other ? other(body, name) : queryAllByRole(body, role, { name })
    const element = all.find(each => each.getClientRects().length > 0)
    if (!element) return null
    if (scrolls) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      let isClicked = false
      element.addEventListener('click', () => (isClicked = true), { capture: true, once: true })
      Reflect.set(window, 'isMissed', () => element.isConnected && !isClicked)
    }
    const box = element.getBoundingClientRect()
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
    const top = document.elementFromPoint(x, y)
    const area = element.closest('label') ?? element
    const isFree = top ? area.contains(top) || top.contains(area) : box.height > innerHeight
    const animations = element.closest('[role=dialog]')?.getAnimations() ?? []
    const isMoving = animations.some(({ playState }) => playState === 'running')
    return {
      x,
      y,
      text: element instanceof HTMLInputElement ? element.value : element.innerText,
      hasFocus: document.hasFocus() && element === document.activeElement,
      isBlocked: isMoving || !isFree || element.matches(':disabled'),
      overflow: documentElement.scrollWidth - documentElement.clientWidth,
    }
  },
)
