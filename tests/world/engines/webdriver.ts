import { globSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Browser, Builder, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver'
import { freePort } from '#tests/support/processes/free-port.ts'
import { failIfHanging, hungMessage, isOnPath, startProgram, startScreen } from '../programs.ts'
import { type Driver, type Engine, phone } from './driver.ts'

const isMac = process.platform === 'darwin'
const needed = isMac ? ['safaridriver'] : ['WebKitWebDriver', 'Xvfb']
const absent = needed.filter(program => !isOnPath(program))

/** Safari's engine: WebKitGTK by Debian's webkit2gtk-driver, or Safari itself on a Mac. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: absent.length > 0 ? `WebKit needs ${absent.join(' and ')}` : undefined,
  launch,
}

const browser = {
  browserName: isMac ? Browser.SAFARI : 'MiniBrowser',
  // Errors are collected by a script of ours, so it must not wait until the page has loaded.
  pageLoadStrategy: 'none',
  timeouts: { script: 120_000 },
  'webkitgtk:browserOptions': isMac
    ? undefined
    : {
        binary: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0],
        // Full screen: without a bar, so that the page is as large as the window.
        args: ['--automation', '--full-screen'],
      },
}
const screen = { width: 1440, height: 900 }

async function launch(): Promise<Driver> {
  const display = isMac ? undefined : await startScreen(screen)
  // One, and spare ones for those that hang: what a test starts ends with it.
  const programs = await Promise.all(Array.from({ length: 3 }, () => startDriver(display)))
  let session: Awaited<ReturnType<typeof startSession>> | undefined
  const errors: string[] = []
  const ask = async <T>(step: (driver: WebDriver) => Promise<T>): Promise<T> => {
    if (!session) throw new Error(hungMessage)
    const { driver, end } = session
    return failIfHanging(step(driver), () => {
      end()
      session = undefined
    })
  }
  const evaluate = async (expression: string) => {
    const script = `return Promise.resolve(${expression}).then(value => [value, (${collectErrors})().splice(0)])`
    const [value, found] = await ask(driver => driver.executeScript<[unknown, string[]]>(script))
    errors.push(...found)
    return value
  }
  /** A question that the old page was still asked fails when it goes, or is never answered. */
  const isOldPage = () => {
    const reply = session?.driver.executeScript<boolean>('return window.isLeft').catch(() => true)
    return Promise.race([reply, setTimeout(2_000, true)])
  }
  const goTo = async (url: string) => {
    await evaluate('(window.isLeft = true)')
    // If it goes elsewhere itself just then, this is lost.
    for (let turn = 0; await isOldPage(); turn += 1) {
      if (turn % 200 === 0) await ask(driver => driver.get(url))
      await setTimeout(20)
    }
  }
  return {
    isOpen: () => session !== undefined,
    openPage: async () => {
      session ??= await startSession(programs.shift())
      await ask(driver => resize(driver, phone))
      errors.length = 0
    },
    // One browser for all journeys, since a start takes seconds. It forgets all of this page.
    closePage: async () => {
      await goTo(`${await evaluate('location.origin')}/robots.txt`)
      await evaluate(`(${forget})()`)
      await ask(driver => driver.manage().deleteAllCookies())
    },
    resize: (width, height) => ask(driver => resize(driver, { width, height })),
    goTo,
    evaluate,
    click: ({ x, y }) =>
      ask(driver => driver.actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).click().perform()),
    type: text => ask(driver => driver.actions().sendKeys(text).perform()),
    press: key => ask(driver => driver.actions().sendKeys(keys[key]).perform()),
    chooseFile: path => ask(driver => driver.findElement({ css: 'input[type="file"]' }).sendKeys(path)),
    picture: async () => Buffer.from(await ask(driver => driver.takeScreenshot()), 'base64'),
    errors: () => errors,
  }
}

const keys = { Tab: Keys.TAB, Enter: Keys.ENTER, Escape: Keys.ESCAPE, ArrowRight: Keys.ARROW_RIGHT }

/** Each has one session at most, so the one that replaces it has a driver of its own. */
async function startDriver(display: string | undefined) {
  const port = await freePort()
  const command = isMac ? ['safaridriver', '-p', String(port)] : ['WebKitWebDriver', `--port=${port}`]
  // WebKitGTK doesn't start without a language, and asks for buses that a screen without a desktop lacks.
  const own = { LANG: process.env.LANG ?? 'C.UTF-8', DISPLAY: display, NO_AT_BRIDGE: '1' }
  const env = display ? { ...process.env, ...own, DBUS_SESSION_BUS_ADDRESS: 'disabled:' } : process.env
  const { end } = await startProgram(port, command, { env })
  return { address: `http://127.0.0.1:${port}`, end }
}

async function startSession(program: Awaited<ReturnType<typeof startDriver>> | undefined) {
  if (!program) throw new Error('WebKit hung again and again')
  const { address, end } = program
  const building = new Builder().usingServer(address).withCapabilities(browser).build()
  return { driver: await failIfHanging(Promise.resolve(building), end), end }
}

/** In the middle of the screen, where the pointer is: the window has the focus only while that is inside. */
async function resize(driver: WebDriver, { width, height }: typeof phone): Promise<void> {
  const [x, y] = [Math.round((screen.width - width) / 2), Math.round((screen.height - height) / 2)]
  await driver.manage().window().setRect({ x, y, width, height })
}

/** Runs in the page. This protocol doesn't report errors, so each document collects its own from the first script on. */
const collectErrors = String(() => {
  const found: string[] = Reflect.get(window, 'foundErrors') ?? []
  if (Reflect.has(window, 'foundErrors')) return found
  Reflect.set(window, 'foundErrors', found)
  console.error = (...values) => found.push(values.join(' '))
  addEventListener('error', ({ message }) => message && found.push(message))
  addEventListener('unhandledrejection', ({ reason }) => found.push(String(reason)))
  addEventListener('securitypolicyviolation', event => found.push(`blocked: ${event.blockedURI}`))
  return found
})

const forget = String(async () => {
  const workers = await navigator.serviceWorker.getRegistrations()
  await Promise.all(workers.map(worker => worker.unregister()))
  await Promise.all((await caches.keys()).map(name => caches.delete(name)))
  localStorage.clear()
  sessionStorage.clear()
})
