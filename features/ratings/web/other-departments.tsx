import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { useDepartmentAverages } from './ratings-of.ts'

/** How the other departments rate a restaurant; nothing if none did. */
export function OtherDepartments({ restaurantId }: { restaurantId: number }) {
  const { department: own } = useSignedIn()
  const others = useDepartmentAverages([restaurantId])
    .of(restaurantId)
    .filter(({ department }) => department !== own)
    .toSorted((a, b) => b.averageRating - a.averageRating || a.department.localeCompare(b.department))
  if (others.length === 0) return null
  return (
    <section aria-label="Other departments">
      <h3>Other departments</h3>
      <ul role="list" className="mt-2 flex flex-col gap-1">
        {others.map(({ department, averageRating, ratingCount }) => (
          <li key={department} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 break-words">
              {department} <span className="text-muted text-sm">({counted(ratingCount, 'rating')})</span>
            </span>
            <StarRating value={averageRating} className="shrink-0" />
          </li>
        ))}
      </ul>
    </section>
  )
}
