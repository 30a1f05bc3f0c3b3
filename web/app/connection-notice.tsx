import { WifiOff } from 'lucide-react'
import { useConnectionLost } from '#web/api/connection.ts'

/** Stays mounted, so that its appearance is announced. */
export function ConnectionNotice() {
  const lost = useConnectionLost()
  return (
    <div role="status" className="tall:sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 md:top-16">
      {lost && (
        <p className="flex items-center justify-center gap-2.5 border-saffron/50 border-b bg-saffron-tint px-4 py-2 text-center font-semibold text-saffron-ink">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          Can't reach the server. Trying again…
        </p>
      )}
    </div>
  )
}
