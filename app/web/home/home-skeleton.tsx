import type { ReactNode } from 'react'
import { CardSkeleton } from '#features/restaurants/web/card/card-skeleton.tsx'
import { columnsClass } from '#features/restaurants/web/grid/whole-grid.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { listHeadClass, stripClass, todayClass, todayHeadClass, topClass } from './home-classes.ts'

interface HomeHeadingProps {
  /** On a small screen it takes the heading's place. */
  question?: ReactNode
}

export function HomeHeading({ question }: HomeHeadingProps) {
  return (
    <div className={topClass}>
      <h1 className="min-w-0 lg:shrink-0 max-lg:not-only:sr-only">Find Restaurants Near:</h1>
      {question}
    </div>
  )
}

export function ChooserSkeleton() {
  return (
    <div role="status" className="flex animate-breathe gap-2 overflow-hidden">
      <span className="sr-only">Loading campuses</span>
      {[1, 2, 3, 4, 5, 6, 7, 8].map(button => (
        <Skeleton shape="pill" key={button} className="h-11 w-32 shrink-0" />
      ))}
    </div>
  )
}

/** Placeholders for today's lunches, the heading, search and sort order, filters, and the list. */
export function CampusSkeleton() {
  return (
    <div className="animate-breathe">
      <div className={todayClass}>
        <div className={todayHeadClass}>
          <Skeleton className="h-6 w-20 md:h-7" />
          <Skeleton shape="pill" className="h-11 w-40" />
        </div>
        <div className={stripClass}>
          {[1, 2, 3].map(card => (
            <Skeleton shape="card" key={card} className="h-full flex-1 max-md:first:min-w-full" />
          ))}
        </div>
      </div>
      <div className={listHeadClass}>
        <Skeleton className="h-6 w-52 max-md:my-0.5 md:h-8" />
        <Skeleton shape="pill" className="h-11 max-lg:order-last max-lg:basis-full lg:flex-1" />
        <Skeleton shape="pill" className="ml-auto hidden h-11 w-44 md:block" />
      </div>
      <Skeleton shape="pill" className="mt-3 mb-4 h-11" />
      <LoadingList />
    </div>
  )
}

export function LoadingList() {
  return (
    <div className={`${columnsClass} animate-breathe`}>
      {[1, 2, 3, 4, 5, 6].map(card => (
        <CardSkeleton key={card} />
      ))}
    </div>
  )
}
