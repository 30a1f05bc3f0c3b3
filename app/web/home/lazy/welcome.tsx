import { Compass, Dices, Heart, Star } from 'lucide-react'
import { LaidTable } from '#features/restaurants/web/artwork/laid-table.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'

const features = [
  {
    Icon: Compass,
    title: 'Discover',
    text: 'See what is good and close to your campus.',
    look: 'bg-olive-tint text-olive-ink',
  },
  {
    Icon: Star,
    title: 'Rate & Review',
    text: 'Tell your colleagues what was worth the drive.',
    look: 'bg-saffron-tint text-saffron-ink',
  },
  {
    Icon: Dices,
    title: 'Get Suggestions',
    text: 'Can’t agree? Let us decide for you.',
    look: 'bg-sky-tint text-sky-ink',
  },
  {
    Icon: Heart,
    title: 'Save Favorites',
    text: 'Keep the places that you come back to.',
    look: 'bg-brick-tint text-brick-ink',
  },
]

/** Shown before a campus is chosen. */
export function Welcome({ onSuggest }: { onSuggest: () => void }) {
  const { appName } = usePublicConfig()
  return (
    <section aria-labelledby="welcome" className="mt-6 flex flex-col gap-3 sm:gap-4 md:mt-8">
      <div className="grid overflow-hidden rounded-lg bg-terracotta-tint md:grid-cols-[1fr_1.2fr]">
        <div className="px-6 py-7 max-md:text-center md:self-center md:px-10 md:py-20">
          <h2 id="welcome" className="text-2xl text-terracotta-ink md:text-4xl">
            Welcome to {appName}
          </h2>
          <p className="mt-2 text-lg md:mt-3">Choose your campus to get started</p>
        </div>
        <div className="relative h-28 max-md:-order-1 md:h-auto">
          <LaidTable className="absolute inset-0 size-full" />
        </div>
      </div>
      <ul role="list" className="grid gap-3 min-[22rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {features.map(({ Icon, title, text, look }) => (
          <li key={title} className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 sm:p-5">
            <span className={`grid size-11 shrink-0 place-items-center rounded-full ${look}`}>
              <Icon className="size-5.5" />
            </span>
            <div>
              <h3>{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
              {title === 'Get Suggestions' && (
                <Button
                  variant="quiet"
                  className="mt-1 -ml-5"
                  onClick={() => {
                    toast({
                      title: 'No campus selected',
                      description: 'Please select a campus first',
                      variant: 'warning',
                    })
                    onSuggest()
                  }}
                >
                  Decide For Me
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
