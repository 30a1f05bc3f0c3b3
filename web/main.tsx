import './ui/styles.css'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { App } from './app/app.tsx'
import { followThemeOfOtherTabs } from './lib/theme.ts'

// Schemas compiled at run time would need `unsafe-eval` in the content security policy.
z.config({ jitless: true })

followThemeOfOtherTabs()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
