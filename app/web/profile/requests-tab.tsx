import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { listSuggestions, type Suggestion } from '#features/suggestions/contract.ts'
import { kindLabels, stateLooks, suggestionTitles } from '#features/suggestions/web/labels.ts'
import { SuggestLink } from '#features/suggestions/web/suggest-link.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { ListTab, RestaurantLink } from './own-cards.tsx'

/** The viewer's requests and reports to the administrators, and their state. */
export function RequestsTab() {
  const { requestRestaurantUrl } = usePublicConfig()
  return (
    <ListTab
      query={{ ...read(listSuggestions), staleTime: 0 }}
      empty={{
        title: 'Nothing sent yet',
        children: 'Your requests and reports appear here with the replies.',
        action: (
          <SuggestLink
            kind="restaurant"
            external={requestRestaurantUrl}
            className={buttonClass({ variant: 'primary' })}
          >
            Request a Restaurant
          </SuggestLink>
        ),
      }}
    >
      {list => {
        const titleOf = suggestionTitles(list)
        return (
          <ul role="list" className="flex flex-col gap-3">
            {list.map(suggestion => (
              <li key={suggestion.id}>
                <Sent suggestion={suggestion} title={titleOf(suggestion)} />
              </li>
            ))}
          </ul>
        )
      }}
    </ListTab>
  )
}

function Sent({ suggestion, title }: { suggestion: Suggestion; title: string }) {
  const campusName = useCampusName()
  const { kind, state, restaurant, campusCode, address, text, reply, createdAt } = suggestion
  const { label, tone } = stateLooks[state]
  return (
    <Card className="flex flex-col gap-2 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere min-w-0 text-lg">
          {restaurant ? (
            <RestaurantLink
              restaurant={{ ...restaurant, name: title }}
              tab="requests"
              className="inline-flex min-h-8 items-center underline-offset-4 hover:underline"
            />
          ) : (
            title
          )}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-muted text-sm">
        {[title === kindLabels[kind] ? '' : kindLabels[kind], campusCode && campusName(campusCode), address]
          .filter(Boolean)
          .map(part => `${part} · `)}
        <Timestamp at={createdAt} dayOnly />
      </p>
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      {reply && (
        <div className="mt-1 rounded-md bg-olive-tint px-4 py-3">
          <p className="font-semibold text-olive-ink text-sm">Reply</p>
          <p className="wrap-anywhere whitespace-pre-line">{reply}</p>
        </div>
      )}
    </Card>
  )
}
