import { existsSync } from 'node:fs'
import puppeteer, { type Page, type SupportedBrowser } from 'puppeteer-core'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { chromiumArgs, findChromium } from '../../../scripts/chromium.ts'
import { type Driver, type Engine, phone } from './driver.ts'

const onMac = '/Applications/Firefox.app/Contents/MacOS/firefox'
const places = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox', onMac]
const firefoxPath = places.find(path => path && existsSync(path))

export const firefox = engine('Firefox', 'firefox', firefoxPath, [])
export const chromium = engine('Chromium', 'chrome', findChromium(), chromiumArgs)

/** A browser that is driven by WebDriver BiDi, the protocol that Firefox and Chromium share. */
function engine(name: string, browser: SupportedBrowser, path: string | undefined, args: string[]): Engine {
  const missing = path ? undefined : `${name} isn't installed`
  return { name, missing, launch: () => launch(browser, path ?? '', args) }
}

async function launch(name: SupportedBrowser, executablePath: string, args: string[]): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: name,
    executablePath,
    args,
    headless: executablePath.endsWith('headless-shell') ? 'shell' : true,
    protocol: 'webDriverBiDi',
    defaultViewport: phone,
  })
  cleanUpAfterTests(() => browser.close())
  let current: Page | undefined
  let errors: string[] = []
  const page = () => {
    if (!current) throw new Error('No page is open')
    return current
  }
  return {
    openPage: async () => {
      errors = []
      const context = await browser.createBrowserContext()
      current = await context.newPage()
      current.on('pageerror', error => errors.push(String(error)))
      current.on('console', message => message.type() === 'error' && errors.push(message.text()))
    },
    isOpen: () => current?.isClosed() === false,
    closePage: () => page().browserContext().close(),
    // Firefox 140 doesn't know the command for the orientation, which is sent along.
    resize: (width, height) =>
      page()
        .setViewport({ width, height })
        .catch((error: unknown) => {
          if (!/unknown command/.test(String(error))) throw error
        }),
    goTo: async url => void (await page().goto(url)),
    evaluate: expression => page().evaluate(expression),
    click: ({ x, y }) => page().mouse.click(x, y),
    type: text => page().keyboard.type(text),
    press: key => page().keyboard.press(key),
    chooseFile: async path => (await page().waitForSelector('input[type="file"]'))?.uploadFile(path),
    picture: () => page().screenshot(),
    errors: () => errors,
  }
}
