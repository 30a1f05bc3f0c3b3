import { sentence } from '#kit/rules/texts/isolated.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useMedia } from '#kit/web/browser/media.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import type { Lunch } from '../../contract.ts'
import { whenLabel } from '../lunch-texts.ts'
import { usePlaceNames } from '../use-place-names.ts'

/** Hands the lunch to the phone's own menu, with when, from where and where to; on other devices copies its link. */
export function useShareLunch(lunch: Lunch): { share: () => void; label: 'Share' | 'Copy the link' } {
  const { timeZone } = usePublicConfig()
  const { nameOf } = usePlaceNames(lunch)
  const sharesBySystem = useMedia('(pointer: coarse)') && 'share' in navigator
  const { decision, options, meetingPoint } = lunch
  const share = () => {
    const url = new URL(`/?lunch=${lunch.id}`, location.origin).href
    const title = `Lunch at ${whenLabel(lunch.leavesAt, serverNow(), timeZone)}`
    const places = orList(decision ? [nameOf(decision)] : options.map(nameOf))
    const text = `${title}${meetingPoint ? sentence` from ${meetingPoint}` : ''}${places && `: ${places}`}`
    void (sharesBySystem ? shareBySystem({ title, text, url }) : copy(url))
  }
  return { share, label: sharesBySystem ? 'Share' : 'Copy the link' }
}

const orList = (names: string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)

async function shareBySystem(data: ShareData & { url: string }): Promise<void> {
  try {
    await navigator.share?.(data)
  } catch (error) {
    // The user closed the system's share sheet: not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(data.url)
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: url, variant: 'success' })
  } catch {
    toast({ title: 'Copy this link', description: url, variant: 'info', duration: 30_000 })
  }
}
