import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Counted } from '#kit/web/list/cells.tsx'
import { useSelection } from '#kit/web/list/selection.tsx'
import { type Column, type Sort, Table } from '#kit/web/list/table.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { Section } from './section.tsx'

interface Dish {
  name: string
  town: string
  stars: number
  ratings: number
}

type Key = 'name' | 'town' | 'stars' | 'ratings'

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
  const selection = useSelection<string>()
  const way = sort.descending ? -1 : 1
  const rows = dishes.toSorted((a, b) => way * compare(a, b, sort.key))

  const columns: Column<Dish, Key>[] = [
    { key: 'name', header: 'Dish', sortable: true, cell: dish => dish.name },
    { key: 'town', header: 'Town', sortable: true, cell: dish => dish.town },
    {
      key: 'stars',
      header: 'Average',
      sortable: true,
      cell: dish => <StarRating value={dish.stars} />,
      card: 'beside',
    },
    {
      key: 'ratings',
      header: 'Ratings',
      sortable: true,
      align: 'right',
      cell: dish => <Counted count={dish.ratings} noun="rating" />,
      card: 'dotted',
    },
  ]
  return (
    <Section title="Table (cards below 1024 px)">
      <Table
        caption="Dishes"
        columns={columns}
        rows={rows}
        rowKey={dish => dish.name}
        sort={sort}
        onSort={setSort}
        selecting={{ selection, nameOf: dish => dish.name }}
        actions={dish => (
          <IconButton label={`Edit ${dish.name}`}>
            <Pencil />
          </IconButton>
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
