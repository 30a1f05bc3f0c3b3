import { once } from 'node:events'
import { globSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Browser, Builder, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver'
import { freePort } from '#server/testing/postgres.ts'
import { isOnPath, launchProgram, startProgram } from '../programs.ts'
import { type Driver, type Engine, phone } from './driver.ts'

const isMac = process.platform === 'darwin'
const programs = isMac ? ['safaridriver'] : ['WebKitWebDriver', 'Xvfb']
const absent = programs.filter(program => !isOnPath(program))

/** Safari's engine: WebKitGTK by Debian's webkit2gtk-driver, or Safari itself on a Mac. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: absent.length > 0 ? `${absent.join(' and ')} isn't installed` : undefined,
  launch,
}

const browser = {
  browserName: isMac ? Browser.SAFARI : 'MiniBrowser',
  // Errors are collected by a script of ours, so it must not wait until the page has loaded.
  pageLoadStrategy: 'none',
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
  const port = await freePort()
  if (isMac) await startProgram(port, ['safaridriver', '-p', String(port)])
  else {
    // WebKitGTK doesn't start without a language.
    const env = { ...process.env, LANG: process.env.LANG ?? 'C.UTF-8', DISPLAY: await startScreen() }
    await startProgram(port, ['WebKitWebDriver', `--port=${port}`], { env })
  }
  let session: WebDriver | undefined
  const errors: string[] = []
  const driver = () => {
    if (!session) throw new Error('No page is open')
    return session
  }
  const evaluate = async (expression: string) => {
    const [value, found] = await driver().executeScript<[unknown, string[]]>(
      `return Promise.resolve(${expression}).then(value => [value, (${collectErrors})().splice(0)])`,
    )
    errors.push(...found)
    return value
  }
  return {
    openPage: async () => {
      errors.length = 0
      session = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(browser).build()
      await resize(session, phone)
    },
    closePage: () => driver().quit(),
    resize: (width, height) => resize(driver(), { width, height }),
    goTo: async url => {
      await evaluate('(window.isLeft = true)')
      await driver().get(url)
      // A question that the old page was still asked fails when it goes.
      while (await evaluate('window.isLeft').catch(() => true)) await setTimeout(20)
    },
    evaluate,
    click: ({ x, y }) =>
      driver().actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).click().perform(),
    type: text => driver().actions().sendKeys(text).perform(),
    press: key => driver().actions().sendKeys(keys[key]).perform(),
    chooseFile: path => driver().findElement({ css: 'input[type="file"]' }).sendKeys(path),
    picture: async () => Buffer.from(await driver().takeScreenshot(), 'base64'),
    errors: () => errors,
  }
}

const keys = { Tab: Keys.TAB, Enter: Keys.ENTER, Escape: Keys.ESCAPE, ArrowRight: Keys.ARROW_RIGHT }

/** In the middle of the screen, where the pointer is: the window has the focus only while that is inside. */
async function resize(driver: WebDriver, { width, height }: typeof phone): Promise<void> {
  const [x, y] = [Math.round((screen.width - width) / 2), Math.round((screen.height - height) / 2)]
  await driver.manage().window().setRect({ x, y, width, height })
}

/** Starts a screen that nobody sees, and returns its name. It is ended gently, so that it removes its lock file. */
async function startScreen(): Promise<string> {
  const command = `Xvfb -displayfd 1 -nolisten tcp -screen 0 ${screen.width}x${screen.height}x24`
  const { stdout } = launchProgram(command.split(' '), {
    stdio: ['ignore', 'pipe', 'ignore'],
    endSignal: 'SIGTERM',
  })
  const [number] = stdout ? await once(stdout, 'data') : ['']
  return `:${String(number).trim()}`
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
