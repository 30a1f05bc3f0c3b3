import '#kit/web/ui/styles/styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { replaceInvalidLocale } from '#kit/web/browser/locale.ts'
import { followThemeOfOtherTabs } from '#kit/web/browser/theme.ts'
import { followTranslator } from '#kit/web/browser/translated-texts.ts'
import { ignoreKeysOfInputMethods } from '#kit/web/focus/input-methods.ts'
import { keepFocus } from '#kit/web/focus/keep-focus.ts'
import { showKeyboardFocus } from '#kit/web/focus/keyboard-focus.ts'
import { ignoreStraySecondClicks } from '#kit/web/focus/second-clicks.ts'
import { App, readyToRender } from './frame/app.tsx'

// Schemas compiled at run time would need `unsafe-eval` in the content security policy. Configured through the global,
// so that pages without a form don't have to load Zod.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

replaceInvalidLocale()
followThemeOfOtherTabs()
ignoreKeysOfInputMethods()
ignoreStraySecondClicks()
keepFocus()
showKeyboardFocus()
followTranslator()

const root = document.getElementById('root')
// A transition renders in slices, so that the first page causes no long task.
if (root) void readyToRender.then(() => startTransition(() => createRoot(root).render(<App />)))
