export interface Artwork {
  /** One of artwork.svg, as is the pattern. */
  motif: string
  /** What the motif lies on: its own plate, the bare cloth, or a disc behind it. */
  stand: 'plate' | 'cloth' | 'disc'
  palette: Palette
  pattern: string
  layout: Layout
  /** 0 to 1: the motif's rotation between its limits. */
  turn: number
  mirrored: boolean
}

export type Layout = 'hero' | 'corner' | 'scatter'

/** Names of colors: `--color-art-…`. */
interface Palette {
  ground: string
  pattern: string
  disc: string
}

/** Deterministic: a restaurant gets the same picture on every screen and every visit. */
export function chooseArtwork(name: string, cuisine: string | null | undefined): Artwork {
  const draw = drawFrom(name.trim().toLowerCase())
  const candidates = motifsFor(cuisine ?? '') ?? motifsFor(name) ?? generic
  const motif = pick(candidates, draw())
  const layout = pick(layouts, draw())
  const stand = plates.includes(motif)
    ? 'plate'
    : onCloth.includes(motif) || layout === 'scatter'
      ? 'cloth'
      : 'disc'
  const visiblePalettes = palettes.filter(
    ({ disc, ground }) => !hidden[stand === 'disc' ? disc : ground]?.split(' ').includes(motif),
  )
  return {
    motif,
    stand,
    layout,
    palette: pick(visiblePalettes, draw()),
    pattern: pick(patterns, draw()),
    turn: draw(),
    mirrored: draw() < 0.5,
  }
}

/** Round motifs seen from above. They fill their square and need no plate under them. */
const plates = 'pizza coffee donut bagel noodles grill pasta mezze salad soup pie'.split(' ')

const onCloth = ['setting', 'breakfast', 'curry']

const layouts: readonly Layout[] = ['hero', 'hero', 'corner', 'scatter']

const patterns = ['dots', 'stripes', 'slanted', 'checks', 'scallops', 'rays', 'waves']

/** The motifs that would disappear on a backdrop: it has the color of their larger shapes. */
const hidden: Record<string, string> = {
  terracotta: 'soup steak',
  butter: 'pizza pasta slice bread curry sandwich',
  blush: 'donut iceCream',
  sky: 'wine',
  pine: 'salad avocado sushi',
  plum: 'grill breakfast',
  peach: 'coffee',
  sea: 'noodles mezze fish',
  saffron: 'beer juice',
  cream: 'coffee noodles pasta mezze soup fries drumstick bucket mug sushi fish beer steak juice setting',
  tomato: 'pie fries mug wine',
}

const palettes: readonly Palette[] = [
  { ground: 'terracotta', pattern: 'crust', disc: 'cream' },
  { ground: 'butter', pattern: 'saffron', disc: 'cream' },
  { ground: 'sage', pattern: 'cream', disc: 'cream' },
  { ground: 'blush', pattern: 'cream', disc: 'cream' },
  { ground: 'sky', pattern: 'cream', disc: 'cream' },
  { ground: 'pine', pattern: 'olive', disc: 'butter' },
  { ground: 'plum', pattern: 'tomato', disc: 'blush' },
  { ground: 'peach', pattern: 'cream', disc: 'cream' },
  { ground: 'sea', pattern: 'sky', disc: 'butter' },
  { ground: 'olive', pattern: 'leaf', disc: 'cream' },
  { ground: 'saffron', pattern: 'butter', disc: 'cream' },
  { ground: 'cream', pattern: 'peach', disc: 'blush' },
  { ground: 'cream', pattern: 'sage', disc: 'sage' },
  { ground: 'tomato', pattern: 'terracotta', disc: 'butter' },
]

const generic: readonly string[] = ['setting', 'soup', 'pie', 'salad', 'setting', 'bread']

/* Matched against the cuisine first, then against the name; the first match wins. */
const families: readonly (readonly [pattern: RegExp, motifs: readonly string[]])[] = [
  [/pizz|slic|slyce/, ['pizza', 'slice', 'pizza']],
  [/bubble tea|juice|smoothie|berr(y|ies)|energy/, ['juice']],
  [/burger|hardee|cook ?out|moo\b|tater/, ['burger', 'fries', 'burger']],
  [/chicken|wing|kfc|tenders|pollo|caribbean|rooster|bantam/, ['drumstick', 'bucket']],
  [/do(ugh)?nut|krispy|dunkin/, ['donut']],
  [/bagel/, ['bagel']],
  [/pretzel/, ['pretzel']],
  [/hot ?dog|\bdog\b/, ['hotDog']],
  [/haus\b|german/, ['pretzel', 'hotDog']],
  [/ice cream|creamery|gelato|custard|yogurt|soda shop/, ['iceCream']],
  [/barbe|bbq|smok|piggy|speed shop|\bques?\b/, ['grill', 'steak']],
  [/sushi|japan|poke|osaka|kobe|nara\b|shinsen|noboru|koishi|yoshi|hibachi/, ['sushi']],
  [/chinese|thai|viet|noodle|ramen|\bpho\b|asian|korea|\bwok|stonebowl|\bfu\b|joy & peace/, ['noodles']],
  [/indian|curry|tandoor|masala|samir/, ['curry']],
  [/seafood|marisc|fish|oyster|crab|pescado|\bbay\b|boat|seaboy|oshen|surf|lake house/, ['fish']],
  [/mediter|greek|greco|kebab|falafel|gyro|hapina|patio/, ['mezze']],
  [/steak|chop|prime|butcher|\bmeat|heifer|auction/, ['steak']],
  [/brew|beer|\bpub\b|public house|tavern|\btap\b|cider|\bale|irish|sports bar/, ['beer', 'beer', 'pretzel']],
  [/wine|vine\b|vino|cellar|barri|barrel|french|normandie/, ['wine']],
  [/ital|pasta|tratt|mama|gondola/, ['pasta']],
  [
    /sandwich|\bdeli\b|\bsubs?\b|jersey|arby|torta|cuban|havana|\bhams?\b|honey ?baked|superette|market/,
    ['sandwich', 'sandwich', 'bread'],
  ],
  [
    /mexic|tex-mex|\bmex\b|taco|burrito|salsa|cantina|pupus|superica|fuego|\b(el|la|las|los|mi)\b/,
    ['taco', 'avocado', 'taco'],
  ],
  [/breakfast|diner|pancake|waffle|biscuit|sunrise|morning|country|kountry|egg/, ['breakfast']],
  [/coffee|caf[eé]|caffe|espresso|roast|\btea\b|cup/, ['coffee', 'mug']],
  [/baker|bread|bistro/, ['bread', 'pie']],
  [/salad|health|fresh|garden|harvest|green|fern|nopal/, ['salad']],
  [/grille?\b/, ['grill', 'steak']],
  [/american/, ['burger', 'steak', 'pie', 'breakfast', 'fries', 'soup']],
]

function motifsFor(text: string): readonly string[] | undefined {
  const words = text.toLowerCase()
  return words === '' ? undefined : families.find(([pattern]) => pattern.test(words))?.[1]
}

function pick<Item>(items: readonly Item[], draw: number): Item {
  const item = items[Math.floor(draw * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A generator of numbers from 0 to 1, seeded with a text (FNV-1a, then a mixing step for each number). */
function drawFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
