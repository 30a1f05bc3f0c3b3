import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import type { Lunch } from '../../contract.ts'

/** Hands the lunch's link to the phone's own menu, or copies it. */
export async function shareLunch(lunch: Lunch, title: string): Promise<void> {
  const url = new URL(`/?lunch=${lunch.id}`, location.origin).href
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url })
      return
    }
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: url, variant: 'success' })
  } catch (error) {
    // The user closed the system's share sheet: not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({ title: 'Copy this link', description: url, variant: 'info', duration: 30_000 })
  }
}
