/** The words in which opening times are written: what each one means, and its other spellings. */

export type Time = { kind: 'time'; hour: number; minute: number; half: 'a' | 'p' | null; isPadded: boolean }
/** What separates two parts of a text, from weak to strong. If there are several, the strongest counts. */
export type Gap = (typeof gaps)[number]
export const gaps = ['space', 'comma', 'line', 'semicolon'] as const
/** `days`: one bit per day; Monday is the lowest. */
export type Token =
  | Time
  | { kind: 'days'; days: number; isOneDay: boolean; isHoliday?: boolean }
  | { kind: 'closed' | 'allDay' | 'dash' | 'meal' | 'evening' }
  | { kind: 'gap'; gap: Gap }

const weekdays = 0b0011111
const weekend = 0b1100000
export const everyDay = weekdays | weekend

const spellings = [
  'm mo mon mons monday mondays',
  'tu tue tues tuesday tuesdays',
  'w we wed weds wednesday wednesdays',
  'th thu thur thurs thursday thursdays',
  'f fr fri fris friday fridays',
  'sa sat sats saturday saturdays',
  'su sun suns sunday sundays',
]
export const dayNumbers = new Map(
  spellings.flatMap((names, day) => names.split(' ').map(name => [name, day])),
)
/** Matches a day that is spelled out. */
export const spelled = (day: number) => new RegExp(`\\b(${spellings[day]?.replaceAll(' ', '|')})\\b`)

/** Phrases and the words that replace them; meaningless phrases are removed. */
export const phrases: [RegExp, string][] = [
  [/\b(every|each) ?day( of the week)?\b|\b(7|seven) days?( ?(a|per|\/) ?week)?\b|\ball week\b/g, ' daily '],
  [
    /\b24 ?[/x-] ?7\b|\b(24|twenty-four) ?-?(hours?|hrs?|h)\b\.?( ?(a|per|\/) ?day)?|\bday and night\b/g,
    ' allday ',
  ],
  [
    /\b(open|opening|business|store|restaurant|hours( of operation)?|our|we are|we're|from|on|are|is)\b:?/g,
    ' ',
  ],
  [/\b(public|major|legal|federal|bank) (?=holiday)/g, ''],
  [/\b(?:12(?::00)?) ?(?=noon|midnight)/g, ''],
]

const daily: Token = { kind: 'days', days: everyDay, isOneDay: false }
const gap = (gap: Gap): Token[] => [{ kind: 'gap', gap }]
/** What each word and sign means. */
export const words = new Map<string, Token[]>(
  Object.entries({
    daily: [daily],
    everyday: [daily],
    nightly: [{ kind: 'evening' }, daily],
    weekday: [{ kind: 'days', days: weekdays, isOneDay: false }],
    weekend: [{ kind: 'days', days: weekend, isOneDay: false }],
    holiday: [{ kind: 'days', days: 0, isOneDay: false, isHoliday: true }],
    closed: [{ kind: 'closed' }],
    allday: [{ kind: 'allDay' }],
    lunch: [{ kind: 'meal' }],
    dinner: [{ kind: 'evening' }],
    noon: [{ kind: 'time', hour: 12, minute: 0, half: 'p', isPadded: false }],
    midnight: [{ kind: 'time', hour: 12, minute: 0, half: 'a', isPadded: false }],
    '-': [{ kind: 'dash' }],
    ',': gap('comma'),
    ';': gap('semicolon'),
    '\n': gap('line'),
    ' ': [],
    ':': [],
  }),
)
export const synonyms: Record<string, string> = {
  weekdays: 'weekday',
  weekends: 'weekend',
  holidays: 'holiday',
  ph: 'holiday',
  sh: 'holiday',
  close: 'closed',
  off: 'closed',
  breakfast: 'lunch',
  brunch: 'lunch',
  supper: 'dinner',
  to: '-',
  through: '-',
  thru: '-',
  until: '-',
  till: '-',
  til: '-',
  and: ',',
  '&': ',',
  '/': ',',
  '(': ',',
  ')': ',',
  '|': ';',
  '•': ';',
  '·': ';',
  '.': ';',
}
