import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type Column, type Sort, Table } from '#kit/web/list/table.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { Section } from './section.tsx'

interface Dish {
  name: string
  town: string
  stars: number
  ratings: number
}

type Key = 'select' | 'name' | 'town' | 'stars' | 'ratings' | 'edit'

const dishes: Dish[] = [
  { name: 'Brisket on rye', town: 'Arden', stars: 4.7, ratings: 18 },
  { name: 'Shrimp and grits', town: 'Brevard', stars: 4.2, ratings: 7 },
  {
    name: 'The garden plate of everything that was ripe this morning',
    town: 'Franklin',
    stars: 3.9,
    ratings: 1204,
  },
  { name: 'Tomato soup', town: 'Waynesville', stars: 2.8, ratings: 3 },
]

export function TableSection() {
  const [sort, setSort] = useState<Sort<Key>>({ key: 'stars', descending: true })
  const [chosen, setChosen] = useState<string[]>(['Shrimp and grits'])
  const way = sort.descending ? -1 : 1
  const rows = dishes.toSorted((a, b) => way * compare(a, b, sort.key))

  const tick = (dish: Dish) => (
    <Checkbox
      label={`Select ${dish.name}`}
      hideLabel
      checked={chosen.includes(dish.name)}
      onChange={event =>
        setChosen(event.target.checked ? [...chosen, dish.name] : chosen.filter(name => name !== dish.name))
      }
    />
  )
  const columns: Column<Dish, Key>[] = [
    { key: 'select', header: <span className="sr-only">Selected</span>, cell: tick, className: 'w-12' },
    { key: 'name', header: 'Dish', sortable: true, cell: dish => dish.name },
    { key: 'town', header: 'Town', sortable: true, cell: dish => dish.town },
    { key: 'stars', header: 'Average', sortable: true, cell: dish => <StarRating value={dish.stars} /> },
    { key: 'ratings', header: 'Ratings', sortable: true, align: 'right', cell: dish => dish.ratings },
    {
      key: 'edit',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: dish => (
        <IconButton label={`Edit ${dish.name}`}>
          <Pencil />
        </IconButton>
      ),
    },
  ]
  return (
    <Section title="Table (cards below 1024 px)">
      <Table
        caption="Dishes"
        columns={columns}
        rows={rows}
        rowKey={dish => dish.name}
        rowHeader="name"
        sort={sort}
        onSort={setSort}
        isSelected={dish => chosen.includes(dish.name)}
        card={dish => (
          <Card className="flex items-center gap-3 p-4">
            {tick(dish)}
            <div className="min-w-0 flex-1">
              <h3>{dish.name}</h3>
              <StarRating value={dish.stars} className="mt-1" />
            </div>
          </Card>
        )}
      />
    </Section>
  )
}

function compare(a: Dish, b: Dish, key: Key): number {
  if (key === 'stars' || key === 'ratings') return a[key] - b[key]
  if (key === 'name' || key === 'town') return a[key].localeCompare(b[key])
  return 0
}
