import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { useConnectionLost } from '#kit/web/api/connection.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { connectionText } from './connection-text.ts'

/**
 * The live region stays mounted, so that screen readers announce the notice when it appears, even while a
 * dialog is open: dialogs don't hide live regions.
 */
export function ConnectionNotice() {
  const lost = useConnectionLost()
  return (
    <div
      role="status"
      aria-live="polite"
      className="tall:sticky top-[calc(var(--spacing)*14+env(safe-area-inset-top))] z-20 md:top-16"
    >
      {lost && (
        <p className="flex items-center justify-center gap-2.5 border-saffron/50 border-b bg-saffron-tint px-4 py-2 text-center font-semibold text-saffron-ink">
          <WifiOff className="size-5 shrink-0" />
          <NoticeText />
        </p>
      )}
    </div>
  )
}

function NoticeText() {
  const { timeZone } = usePublicConfig()
  return connectionText(useListTime(), new Date(), timeZone)
}

/** When the server sent the visible list of restaurants. */
function useListTime(): number | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    onChange => cache.subscribe(onChange),
    () =>
      cache.findAll({
        type: 'active',
        predicate: ({ queryKey, state }) =>
          queryKey[1] === listCampusRestaurants.path && state.data !== undefined,
      })[0]?.state.dataUpdatedAt,
  )
}
