import { Compass, Dices, Heart, Star } from 'lucide-react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { noCampusToPickFrom } from '#web/features/random-pick/use-pick.ts'
import { Button } from '#web/ui/button.tsx'

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
    text: 'Tell the others what was worth the drive.',
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

/** Before a campus is chosen. */
export function Welcome({ onSuggest }: { onSuggest: () => void }) {
  const { appName } = usePublicConfig()
  return (
    <section aria-labelledby="welcome" className="mt-8 flex flex-col gap-6">
      <div className="relative overflow-hidden rounded-lg bg-terracotta-tint px-6 py-10 text-center md:py-14">
        <LaidTable />
        <h2 id="welcome" className="text-3xl text-terracotta-ink md:text-4xl">
          Welcome to {appName}
        </h2>
        <p className="mt-3 text-lg">Choose your campus to get started</p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ Icon, title, text, look }) => (
          <li key={title} className="flex gap-4 rounded-lg border border-line bg-raised p-5 lg:flex-col">
            <span className={`grid size-12 shrink-0 place-items-center rounded-full ${look}`}>
              <Icon aria-hidden="true" className="size-6" />
            </span>
            <div>
              <h3>{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
              {title === 'Get Suggestions' && (
                <Button
                  variant="quiet"
                  className="mt-1 -ml-5"
                  onClick={() => {
                    noCampusToPickFrom()
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

function LaidTable() {
  return (
    <svg
      viewBox="0 0 200 84"
      aria-hidden="true"
      className="mx-auto mb-5 h-24 w-56"
      fill="none"
      strokeLinecap="round"
    >
      <path d="M6 74h188" className="stroke-terracotta" strokeWidth="5" />
      {[44, 100, 156].map((x, index) => (
        <g key={x}>
          <circle cx={x} cy="48" r="20" className="fill-raised stroke-art-crust" strokeWidth="2.5" />
          <circle cx={x} cy="48" r="11" className={fills[index] ?? ''} />
          <path
            d={`M${x - 7} 20q4-6 0-12M${x + 7} 20q4-6 0-12`}
            className="stroke-art-saffron"
            strokeWidth="2.5"
          />
        </g>
      ))}
      <path d="M72 34v28M128 34v28" className="stroke-art-crust" strokeWidth="3" />
    </svg>
  )
}

const fills = ['fill-art-tomato', 'fill-art-leaf', 'fill-art-butter']
