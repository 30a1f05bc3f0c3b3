import { clsx } from 'clsx'
import { Dices, List, Map as MapIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Count } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { SearchInput } from '#kit/web/ui/inputs/search-input.tsx'
import { listHeadClass } from './home-classes.ts'
import { homeParams, searchMaxLength } from './home-search.ts'
import { SortControls } from './sort-controls.tsx'
import type { RestaurantList } from './use-restaurant-list.ts'

interface ListHeadProps {
  campusName: string
  list: RestaurantList
  decide: { isBusy: boolean; disabled: boolean; onClick: () => void }
  /** On phones, stands above 'Decide For Me', e.g. if there is nothing to decide among. */
  nextStep: ReactNode
}

const shortcut = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'

/** What stands above the restaurants: their number, the search, the order, the view, and 'Decide For Me'. */
export function ListHead({ campusName, list, decide, nextStep }: ListHeadProps) {
  const { view = 'list' } = useParams({ view: homeParams.view })
  const count = list.visible?.length
  return (
    <div className={listHeadClass}>
      <h2 id="campus" className="flex min-w-0 items-center gap-3 max-lg:flex-1 lg:max-w-[40%]">
        <span className="min-w-0 break-words">{campusName} Restaurants</span>
        {list.isRefreshing ? (
          <span role="status" className="font-normal font-sans text-base text-muted tracking-normal">
            Refreshing…
          </span>
        ) : (
          count !== undefined && <Count value={count} unit={count === 1 ? 'restaurant' : 'restaurants'} />
        )}
      </h2>
      <div className="flex min-w-0 flex-wrap gap-2 max-lg:order-last max-lg:basis-full lg:flex-1">
        <div
          className={clsx(
            'relative min-w-36 flex-1',
            // What was typed needs the whole width of a very narrow screen.
            list.text === '' ? 'max-[22rem]:min-w-24' : 'max-[22rem]:basis-full',
          )}
        >
          <SearchInput
            label="Search restaurants"
            placeholder="Search restaurants..."
            value={list.text}
            onChange={list.setText}
            maxLength={searchMaxLength}
          />
          {list.text === '' && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 right-3.5 hidden -translate-y-1/2 rounded-sm border border-line px-1.5 font-sans text-muted text-sm lg:pointer-fine:block"
            >
              {shortcut}
            </span>
          )}
        </div>
        <SortControls
          sort={list.sort}
          needed={list.forYou.needed}
          onChange={({ type, order, average }) => urlParams.refine({ sort: type, order, average })}
        />
        <ViewSwitch
          view={view}
          onChange={chosen => urlParams.refine({ view: chosen === 'map' ? chosen : undefined })}
        />
      </div>
      <div
        className={clsx(
          'bottom-bar max-md:tall:fixed max-md:tall:inset-x-0 max-md:tall:bottom-0 max-md:tall:z-20 max-md:tall:px-4 max-md:tall:pb-[max(1rem,env(safe-area-inset-bottom))]',
          nextStep
            ? 'max-md:tall:border-line max-md:tall:border-t max-md:tall:bg-paper max-md:tall:pt-3'
            : 'max-md:tall:pointer-events-none max-md:tall:bg-linear-to-t max-md:tall:from-paper max-md:tall:to-transparent max-md:tall:pt-8',
        )}
      >
        {nextStep}
        <Button
          variant="primary"
          size="large"
          icon={<Dices />}
          busy={decide.isBusy}
          busyText="Decide For Me"
          disabled={decide.disabled}
          onClick={decide.onClick}
          className="max-md:tall:pointer-events-auto max-md:tall:w-full max-md:tall:shadow-floating md:!min-h-11 md:!px-5 md:!text-base"
        >
          Decide For Me
        </Button>
      </div>
    </div>
  )
}

type ListView = 'list' | 'map'

/** Switches between list and map. On phones only the other option is visible. */
function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label="View"
      className="flex shrink-0 rounded-full border border-edge bg-raised has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
    >
      {views.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className={clsx(
            'relative -m-px inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full font-semibold transition-colors sm:px-4',
            value === view
              ? 'bg-terracotta text-on-terracotta max-sm:sr-only'
              : 'hover:text-terracotta-ink max-sm:text-terracotta-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === view}
            onChange={() => onChange(value)}
            className="absolute inset-0 appearance-none rounded-full outline-none"
          />
          <Icon className="size-4.5" />
          <span className="max-sm:sr-only">{label}</span>
        </label>
      ))}
    </div>
  )
}

const views = [
  { value: 'list', label: 'List', Icon: List },
  { value: 'map', label: 'Map', Icon: MapIcon },
] as const
