import { ChevronDown, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { priceLabels, prices } from '#features/restaurants/price.ts'
import { countCuisines, mineKinds, type RestaurantFilters } from '#features/restaurants/restaurant-filters.ts'
import { cuisineLabel } from '#features/restaurants/web/field-labels.ts'
import { type Diet, dietLabels, dietOptions, diets } from '#kit/rules/diets.ts'
import { LazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { pillClass } from '#kit/web/ui/inputs/pill.tsx'
import { describeFilters, mineLabels, minuteChoices, noFilters, toFilterSearch } from './home-filters.ts'

type Filters = Required<RestaurantFilters>

interface FilterChipsProps {
  filters: Filters
  /** All restaurants of the campus, to know which cuisines exist. */
  restaurants: readonly Restaurant[]
  /** The number of restaurants shown; undefined while loading. */
  count: number | undefined
}

/** The list's filters, with a chip for each kind. */
export function FilterChips({ filters, restaurants, count }: FilterChipsProps) {
  const { diets: ownDiets } = useSignedIn()
  const change = (part: Partial<Filters>) =>
    urlParams.refine(toFilterSearch({ ...filters, ...part }, ownDiets))
  const [menus, setMenus] = useState<HTMLElement | null>(null)
  const cuisines = countCuisines(restaurants)
  const unseen = filters.cuisine.filter(name => cuisines.every(({ cuisine }) => cuisine !== name))
  return (
    <div className="mt-2 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* As wide as the screen on phones, and fading out on the right, which shows that there are more. */}
      <fieldset className="-mx-4 flex min-w-0 max-w-[100vw] gap-2 overflow-x-auto py-1 pr-10 pl-4 [scrollbar-width:none] max-md:mask-r-from-[calc(100%-2.5rem)] md:mx-0 md:flex-wrap md:px-0 print:flex-wrap">
        <legend className="sr-only">Filters</legend>
        <button
          type="button"
          aria-pressed={filters.open}
          onClick={() => change({ open: !filters.open })}
          className={chip(filters.open)}
        >
          Open now
        </button>
        <Chip menus={menus} label="Cuisine" chosen={filters.cuisine.map(cuisineLabel)}>
          {({ MenuChecks }) => (
            <MenuChecks
              label="Cuisine"
              options={[
                ...unseen.map(value => ({ value, label: cuisineLabel(value), count: 0 })),
                ...cuisines.map(({ cuisine, count: of }) => ({
                  value: cuisine,
                  label: cuisineLabel(cuisine),
                  count: of,
                })),
              ]}
              values={filters.cuisine}
              onChange={cuisine => change({ cuisine })}
            />
          )}
        </Chip>
        <Chip menus={menus} label="Price" chosen={filters.price}>
          {({ MenuChecks }) => (
            <MenuChecks
              label="Price"
              options={prices.map(value => ({ value, label: `${value} ${priceLabels[value]}` }))}
              values={filters.price}
              onChange={price => change({ price })}
            />
          )}
        </Chip>
        <Chip
          menus={menus}
          label="Minutes"
          chosen={Number.isFinite(filters.within) ? [`Within ${filters.within} min`] : []}
        >
          {({ MenuChoice }) => (
            <MenuChoice
              label="Minutes from the campus"
              options={[
                { value: 'any', label: 'Any distance' },
                ...minuteChoices.map(minutes => ({ value: String(minutes), label: `Within ${minutes} min` })),
              ]}
              value={Number.isFinite(filters.within) ? String(filters.within) : 'any'}
              onChange={value => change({ within: value === 'any' ? noFilters.within : Number(value) })}
            />
          )}
        </Chip>
        <Chip menus={menus} label="Diet" chosen={filters.diet.map(diet => dietLabels[diet])}>
          {({ MenuChecks }) => (
            <MenuChecks<Diet>
              label="Diet"
              options={dietOptions}
              values={filters.diet}
              onChange={diet => change({ diet: diets.filter(name => diet.includes(name)) })}
            />
          )}
        </Chip>
        <Chip menus={menus} label="Mine" chosen={filters.mine.map(kind => mineLabels[kind])}>
          {({ MenuChecks }) => (
            <MenuChecks
              label="Mine"
              options={mineKinds.map(value => ({ value, label: mineLabels[value] }))}
              values={filters.mine}
              onChange={mine => change({ mine })}
            />
          )}
        </Chip>
      </fieldset>
      <div ref={setMenus} className="contents" />
      {describeFilters(filters).length > 0 && (
        <p className="flex items-center gap-x-1 whitespace-nowrap">
          {count !== undefined && (
            <span className="text-muted tabular-nums">
              {count.toLocaleString('en-US')} of {restaurants.length.toLocaleString('en-US')}
            </span>
          )}
          <button
            type="button"
            onClick={() => change(noFilters)}
            className="inline-flex min-h-11 items-center gap-1 rounded-full px-3 font-semibold text-terracotta-ink hover:underline"
          >
            <X className="size-4" />
            Clear all
          </button>
        </p>
      )}
    </div>
  )
}

interface ChipProps {
  label: string
  chosen: readonly string[]
  /** The container for the open menu: inside the row of chips, it would scroll along. */
  menus: HTMLElement | null
  children: ComponentProps<typeof LazyMenu>['children']
}

/** A chip that opens a menu of choices. It shows the first chosen one and how many more there are. */
function Chip({ label, chosen, menus, children }: ChipProps) {
  const [first, ...others] = chosen
  const shown = first === undefined ? label : others.length > 0 ? `${first} +${others.length}` : first
  return (
    <LazyMenu
      align="start"
      container={menus}
      trigger={
        <button
          type="button"
          aria-label={chosen.length > 0 ? `${label}: ${chosen.join(', ')}` : label}
          className={chip(chosen.length > 0)}
        >
          {shown}
          <ChevronDown className="-mr-1 size-4" />
        </button>
      }
    >
      {children}
    </LazyMenu>
  )
}

const chip = (isChosen: boolean) => pillClass(isChosen, '!gap-1.5 text-[0.9375rem]')
