import './ui/styles.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, canBeShown } from './app/app.tsx'
import { followThemeOfOtherTabs } from './lib/theme.ts'

// Schemas compiled at run time would need `unsafe-eval` in the content security policy. Said this way, pages without a
// form need not load what checks forms.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

followThemeOfOtherTabs()

const root = document.getElementById('root')
// In pieces, so that no task of the first page is a long one.
if (root) void canBeShown.then(() => startTransition(() => createRoot(root).render(<App />)))
