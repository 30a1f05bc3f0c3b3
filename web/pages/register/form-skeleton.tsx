import { Skeleton } from '#web/ui/skeleton.tsx'

/** Placeholder for the registration form while it loads. */
export function FormSkeleton() {
  return (
    <>
      <Row twice />
      <Row hint />
      <Row hint />
      <Row twice />
      <Skeleton className="h-13 !rounded-full" />
    </>
  )
}

function Row({ twice, hint }: { twice?: boolean; hint?: boolean }) {
  return (
    <div className={twice ? 'grid gap-5 sm:grid-cols-2' : ''}>
      {(twice ? ['first', 'second'] : ['only']).map(field => (
        <div key={field} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11" />
          {hint && <Skeleton className="h-4 w-40" />}
        </div>
      ))}
    </div>
  )
}
