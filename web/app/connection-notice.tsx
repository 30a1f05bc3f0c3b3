import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { useConnectionLost } from '#web/api/connection.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { connectionWords } from './connection-words.ts'

/** Stays mounted, so that its appearance is announced, also while a dialog is open: those leave what is live. */
export function ConnectionNotice() {
  const lost = useConnectionLost()
  return (
    <div
      role="status"
      aria-live="polite"
      className="tall:sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 md:top-16"
    >
      {lost && (
        <p className="flex items-center justify-center gap-2.5 border-saffron/50 border-b bg-saffron-tint px-4 py-2 text-center font-semibold text-saffron-ink">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          <Words />
        </p>
      )}
    </div>
  )
}

function Words() {
  const { timeZone } = usePublicConfig()
  return connectionWords(useListTime(), new Date(), timeZone)
}

/** When the server sent the list of restaurants that is in sight. */
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
