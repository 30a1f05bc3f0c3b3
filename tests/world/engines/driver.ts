/** What journeys need of a browser. Each engine has its own way of doing it (puppeteer.ts, webdriver.ts). */
export interface Driver {
  /** A page as a new visitor has it: no cookies, nothing stored, the size of a phone. */
  openPage: () => Promise<void>
  /** False if its program hung, which ended it. */
  isOpen: () => boolean
  closePage: () => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  goTo: (url: string) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
  click: (at: { x: number; y: number }) => Promise<void>
  /** Types a text, or presses a key by its name: 'Tab', 'Escape', 'Enter', … */
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  chooseFile: (path: string) => Promise<void>
  picture: () => Promise<Uint8Array>
  errors: () => string[]
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight'

export interface Engine {
  name: string
  missing: string | undefined
  launch: () => Promise<Driver>
}

export const phone = { width: 390, height: 844 }
