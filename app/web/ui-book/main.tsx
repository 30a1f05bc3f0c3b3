import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#kit/web/ui/styles/styles.css'
import { Toaster } from '#kit/web/ui/toasts/toaster.tsx'
import { Book } from './book.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Book />
      <Toaster />
    </StrictMode>,
  )
}
