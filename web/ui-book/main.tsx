import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles.css'
import { Toaster } from '../ui/toaster.tsx'
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
