import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles.css'
import { ToastProvider } from '../ui/toast.tsx'
import { Book } from './book.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ToastProvider>
        <Book />
      </ToastProvider>
    </StrictMode>,
  )
}
