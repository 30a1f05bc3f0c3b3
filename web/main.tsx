import './ui/styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, readyToRender } from './app/app.tsx'
import { ignoreKeysOfInputMethods } from './lib/input-methods.ts'
import { keepFocus } from './lib/keep-focus.ts'
import { showKeyboardFocus } from './lib/keyboard-focus.ts'
import { replaceInvalidLocale } from './lib/locale.ts'
import { followThemeOfOtherTabs } from './lib/theme.ts'
import { followTranslator } from './lib/translated-texts.ts'

// Schemas compiled at run time would need `unsafe-eval` in the content security policy. Configured through the global,
// so that pages without a form don't have to load Zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

replaceInvalidLocale()
followThemeOfOtherTabs()
ignoreKeysOfInputMethods()
keepFocus()
showKeyboardFocus()
followTranslator()

const root = document.getElementById('root')
// A transition renders in slices, so that the first page causes no long task.
if (root) void readyToRender.then(() => startTransition(() => createRoot(root).render(<App />)))
