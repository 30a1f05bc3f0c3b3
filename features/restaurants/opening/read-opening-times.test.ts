import { describe, expect, test } from 'vitest'
import { writeOpeningTimes } from './opening-times.ts'
import { readOpeningTimes } from './read-opening-times.ts'

/*
 * Texts as they are found on doors, on websites and in other services, and what they mean; a dash if that isn't
 * clear. Line breaks are shown as ⏎, and ¦ is between texts that mean the same.
 */
const table = `
# without days: every day
11-9 ¦ 11 AM - 9 PM ¦ 11am-9pm ¦ 11AM–9PM ¦ 11:00 AM — 9:00 PM → Daily 11 AM - 9 PM
11\u202fAM\u2009–\u20099\u202fPM ¦ 11 a.m. to 9 p.m. ¦ 11a.m.-9p.m. ¦ 11a-9p → Daily 11 AM - 9 PM
11 a - 9 p                                         → Daily 11 AM - 9 PM
11.30am-9.30pm                                     → Daily 11:30 AM - 9:30 PM
1100-2100                                          → Daily 11 AM - 9 PM
930-530                                            → Daily 9:30 AM - 5:30 PM
11:00-21:00 ¦ １１:００-２１:００ ¦ 𝟏𝟏㏂–𝟗㏘                 → Daily 11 AM - 9 PM
11:00–23:00                                        → Daily 11 AM - 11 PM
09:00-17:00 ¦ 9-17                                 → Daily 9 AM - 5 PM
11-9pm ¦ 11 to 9 ¦ 11am until 9pm ¦ 11am till 9pm ¦ 11am til 9pm → Daily 11 AM - 9 PM
We are open from 11am to 9pm ¦ Store opening hours: 11-9 ¦ from 11am to 9pm → Daily 11 AM - 9 PM
Open 11am-9pm ¦ Hours: 11am-9pm ¦ Hours of Operation: 11am-9pm ¦ 11am ~ 9pm ¦ 11am-9 → Daily 11 AM - 9 PM
6-2                                                → Daily 6 AM - 2 PM
7-3 ¦ 7-3pm                                        → Daily 7 AM - 3 PM
12-8                                               → Daily 12 PM - 8 PM
12-12                                              → Daily 12 PM - 12 AM
5-9 ¦ 5-9pm                                        → Daily 5 PM - 9 PM
1-9                                                → Daily 1 PM - 9 PM
11-1                                               → Daily 11 AM - 1 PM
9-10pm                                             → Daily 9 AM - 10 PM
11:59-9                                            → Daily 11:59 AM - 9 PM
4:30 - 10                                          → Daily 4:30 PM - 10 PM
11-11                                              → Daily 11 AM - 11 PM
5-2am                                              → Daily 5 PM - 2 AM
4pm-2                                              → Daily 4 PM - 2 AM
5pm-12am                                           → Daily 5 PM - 12 AM
noon-8pm                                           → Daily 12 PM - 8 PM
Noon to midnight ¦ 12 noon - 12 midnight           → Daily 12 PM - 12 AM
11am-midnight                                      → Daily 11 AM - 12 AM
midnight - 6am                                     → Daily 12 AM - 6 AM
17:00-02:00 ¦ 17:00-26:00                          → Daily 5 PM - 2 AM
17:00-24:00                                        → Daily 5 PM - 12 AM
00:00-24:00 ¦ 12am-12am ¦ 24/7 ¦ Open 24/7 ¦ 24 hours ¦ Open 24 hours ¦ 24 hrs ¦ 24h ¦ 24x7 → Daily 24 hours
Twenty-four hours ¦ 24 hours per day ¦ 24 hours/day ¦ Day and night → Daily 24 hours
Mon-Thu 11-9, Fri 24 hours, Sat 24 hours           → Mon-Thu 11 AM - 9 PM; Fri-Sat 24 hours; Sun closed
Mon-Fri - 24 hours                                 → Mon-Fri 24 hours; Sat-Sun closed
24 hours a day, 7 days a week ¦ Open 24 hours / 7 days → Daily 24 hours

# every day, in words
Daily 11-9 ¦ Open daily 11am-9pm ¦ 11am-9pm daily ¦ Every day 11am-9pm ¦ Each day 11-9 → Daily 11 AM - 9 PM
All week 11-9 ¦ 7 days/week 11-9 ¦ 7 days per week 11-9 → Daily 11 AM - 9 PM
Lunch every day 11-2, dinner every day 5-9         → Daily 11 AM - 2 PM & 5 PM - 9 PM
Everyday: 11am-9pm ¦ 7 days a week, 11am-9pm ¦ 7 days: 11-9 → Daily 11 AM - 9 PM
Open 7 days a week 6am - 10pm                      → Daily 6 AM - 10 PM
Seven days a week from 7am to 3pm                  → Daily 7 AM - 3 PM
Mo-Su 11:00-22:00                                  → Daily 11 AM - 10 PM
Sun-Sat 11-9                                       → Daily 11 AM - 9 PM
Monday - Sunday: 10:30AM-10:00PM                   → Daily 10:30 AM - 10 PM
Dinner nightly 5-10                                → Daily 5 PM - 10 PM

# days and times
Mon-Fri 11 AM - 9 PM ¦ Mon - Fri: 11am - 9pm ¦ Monday-Friday 11am-9pm → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Monday through Friday, 11 a.m. to 9 p.m.           → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Monday thru Friday 11am-9pm ¦ Mon to Fri 11-9 ¦ M-F 11-9 → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
M–F: 11a–9p ¦ Mo-Fr 11:00-21:00 ¦ Weekdays 11-9 ¦ 11-9 weekdays → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
11am-9pm Mon-Fri ¦ 11am-9pm (Mon-Fri) ¦ 11am to 9pm, Monday to Friday → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Mon, Tue, Wed, Thu, Fri 11-9 ¦ Mon Tue Wed Thu Fri 11-9 → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
M/T/W/Th/F 11-9 ¦ Mon.-Fri. 11am-9pm ¦ Mons - Fris 11-9 → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Mon-Fri 11am-9pm, Sat-Sun closed ¦ Mon-Fri 11am-9pm; closed Sat & Sun → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Mon-Fri 11-9. Closed weekends. ¦ Closed weekends; Mon-Fri 11-9 → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Mo-Fr 11:00-21:00; Sa,Su off ¦ Mo-Su 11:00-21:00; Sa-Su off → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Monday – 11:00 AM–9:00 PM ⏎ Tuesday–Friday – 11:00 AM–9:00 PM ⏎ Saturday – Closed ⏎ Sunday – Closed → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
Weekends 10-2                                      → Mon-Fri closed; Sat-Sun 10 AM - 2 PM
Wed 11-9                                           → Mon-Tue closed; Wed 11 AM - 9 PM; Thu-Sun closed
Saturdays 8am-1pm                                  → Mon-Fri closed; Sat 8 AM - 1 PM; Sun closed
Sats & Suns 10-2 ¦ Restaurant is open on weekends 10-2 → Mon-Fri closed; Sat-Sun 10 AM - 2 PM
Tuesdays, Wednesdays, Thursdays and Fridays 11-9   → Mon closed; Tue-Fri 11 AM - 9 PM; Sat-Sun closed
We, Weds & Thur 11-9                               → Mon-Tue closed; Wed-Thu 11 AM - 9 PM; Fri-Sun closed
Tues-Sat 11-9                                      → Mon closed; Tue-Sat 11 AM - 9 PM; Sun closed
Tu-Th 11-8, F-Sa 11-10                             → Mon closed; Tue-Thu 11 AM - 8 PM; Fri-Sat 11 AM - 10 PM; Sun closed
Thurs-Mon 5-10                                     → Mon 5 PM - 10 PM; Tue-Wed closed; Thu-Sun 5 PM - 10 PM
Sat-Tue 9-5                                        → Mon-Tue 9 AM - 5 PM; Wed-Fri closed; Sat-Sun 9 AM - 5 PM
Su-Th 11:00-21:00; Fr,Sa 11:00-22:00               → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11 AM - 9 PM
Sun-Thu 11-9, Fri-Sat 11-10                        → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11 AM - 9 PM
S-Th 11-9, F-Sa 11-10                              → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11 AM - 9 PM
M-Th 11-9, F-S 11-10, Sun 12-8                     → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
M-F 11-9, S 10-2, Sun closed                       → Mon-Fri 11 AM - 9 PM; Sat 10 AM - 2 PM; Sun closed
M-F 11-9, Sa 10-2, S 12-5                          → Mon-Fri 11 AM - 9 PM; Sat 10 AM - 2 PM; Sun 12 PM - 5 PM
Mon-Thu 11am-9pm | Fri-Sat 11am-10pm | Sun 12-8pm  → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
Mon-Thu 11-9 / Fri & Sat 11-10 / Sun noon-8        → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
11am-9pm Mon-Thu; 11am-10pm Fri-Sat; 12pm-8pm Sun  → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
11-9 Mon-Thu, 11-10 Fri & Sat, 12-8 Sun            → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
Mon-Thu 11am-9pm Fri-Sat 11am-10pm Sun 12pm-8pm    → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
Mon-Thu: 11am-9pm ⏎ Fri-Sat: 11am-10pm ⏎ Sun: 12pm-8pm → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 12 PM - 8 PM
Mon-Wed, Fri 7a-2p                                 → Mon-Wed 7 AM - 2 PM; Thu closed; Fri 7 AM - 2 PM; Sat-Sun closed
Mon, Wed and Fri 11-2                              → Mon 11 AM - 2 PM; Tue closed; Wed 11 AM - 2 PM; Thu closed; Fri 11 AM - 2 PM; Sat-Sun closed
Fri-Sat 17:00-02:00                                → Mon-Thu closed; Fri-Sat 5 PM - 2 AM; Sun closed
Mo-Th 11:00-22:00; Fr-Sa 11:00-02:00               → Mon-Thu 11 AM - 10 PM; Fri-Sat 11 AM - 2 AM; Sun closed
Mo-Su 11:00-02:00                                  → Daily 11 AM - 2 AM
Mo-Sa 06:00-14:00                                  → Mon-Sat 6 AM - 2 PM; Sun closed
Mo-Fr 05:00-11:00                                  → Mon-Fri 5 AM - 11 AM; Sat-Sun closed
Tu 05:00-11:00                                     → Mon closed; Tue 5 AM - 11 AM; Wed-Sun closed
We 05:00-11:00                                     → Mon-Tue closed; Wed 5 AM - 11 AM; Thu-Sun closed
Fr 05:00-11:00                                     → Mon-Thu closed; Fri 5 AM - 11 AM; Sat-Sun closed
Fri-Sat 24 hours                                   → Mon-Thu closed; Fri-Sat 24 hours; Sun closed
Mon 12am-12am                                      → Mon 24 hours; Tue-Sun closed

# the first times before their days, the others behind
11am-9pm Mon-Fri, Sat 12pm-5pm                     → Mon-Fri 11 AM - 9 PM; Sat 12 PM - 5 PM; Sun closed
11am-9pm Mon-Fri; Sat 12pm-5pm                     → Mon-Fri 11 AM - 9 PM; Sat 12 PM - 5 PM; Sun closed
11-9 Mon-Thu, Fri-Sat 11-10                        → Mon-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun closed
10am-2pm Sat, Sun 12-4                             → Mon-Fri closed; Sat 10 AM - 2 PM; Sun 12 PM - 4 PM
11-9 daily, Sun 12-5                               → Mon-Sat 11 AM - 9 PM; Sun 12 PM - 5 PM
Closed Mon, 11-9 Tue-Fri, Sat 12-5                 → Mon closed; Tue-Fri 11 AM - 9 PM; Sat 12 PM - 5 PM; Sun closed
11-9 Mon-Fri, closed Sat, Sun 12-5                 → Mon-Fri 11 AM - 9 PM; Sat closed; Sun 12 PM - 5 PM

# several stretches a day
11-2:30, 5-9 ¦ 11am-2:30pm & 5pm-9pm ¦ 11:00-14:30,17:00-21:00 → Daily 11 AM - 2:30 PM & 5 PM - 9 PM
11:30am-2:30pm / 5pm-9:30pm                        → Daily 11:30 AM - 2:30 PM & 5 PM - 9:30 PM
11-2:30 and 5-9                                    → Daily 11 AM - 2:30 PM & 5 PM - 9 PM
Mo-Fr 11:00-14:30,17:00-22:00; Sa 17:00-22:00; Su off → Mon-Fri 11 AM - 2:30 PM & 5 PM - 10 PM; Sat 5 PM - 10 PM; Sun closed
Mon-Fri 11-2:30, 5-9, Sat 12-10                    → Mon-Fri 11 AM - 2:30 PM & 5 PM - 9 PM; Sat 12 PM - 10 PM; Sun closed
Lunch 11-2:30, Dinner 5-9 ¦ Lunch: 11am-2:30pm; Dinner: 5pm-9pm → Daily 11 AM - 2:30 PM & 5 PM - 9 PM
Lunch Mon-Fri 11-2; Dinner Mon-Sat 5-9             → Mon-Fri 11 AM - 2 PM & 5 PM - 9 PM; Sat 5 PM - 9 PM; Sun closed
Dinner: Tue-Sat 5-9; Brunch: Sun 10-2              → Mon closed; Tue-Sat 5 PM - 9 PM; Sun 10 AM - 2 PM
Lunch Tue-Sat 11-2, supper Tue-Sat 5-9             → Mon closed; Tue-Sat 11 AM - 2 PM & 5 PM - 9 PM; Sun closed
Tue-Sun: Lunch 11:30-2:30, Dinner 5:30-9:30        → Mon closed; Tue-Sun 11:30 AM - 2:30 PM & 5:30 PM - 9:30 PM
Breakfast & Lunch daily 7am-2pm                    → Daily 7 AM - 2 PM
Breakfast & Lunch daily 7am-2pm; Sat 8-3           → Mon-Fri 7 AM - 2 PM; Sat 8 AM - 3 PM; Sun 7 AM - 2 PM
Dinner 5-10; Brunch Sunday 10-2                    → Mon-Sat 5 PM - 10 PM; Sun 10 AM - 2 PM & 5 PM - 10 PM
Daily 5-10 dinner; Sunday 10-2 brunch              → Mon-Sat 5 PM - 10 PM; Sun 10 AM - 2 PM & 5 PM - 10 PM
Lunch ⏎ Mon-Fri 11-2 ⏎ Dinner ⏎ Mon-Sat 5-9        → Mon-Fri 11 AM - 2 PM & 5 PM - 9 PM; Sat 5 PM - 9 PM; Sun closed

# closed days
Closed ¦ Mon-Sun closed ¦ Weekdays closed; weekends closed → Closed
Daily 11-9, closed Sunday                          → Mon-Sat 11 AM - 9 PM; Sun closed
11-9, closed Mon ¦ 11am-9pm (closed Mondays)       → Mon closed; Tue-Sun 11 AM - 9 PM
11-9, Sun closed                                   → Mon-Sat 11 AM - 9 PM; Sun closed
11-9; Sun 12-6                                     → Mon-Sat 11 AM - 9 PM; Sun 12 PM - 6 PM
Closed Mondays. Tue-Sun 11-9 ¦ Closed Mondays; 11-9 → Mon closed; Tue-Sun 11 AM - 9 PM
Closed Sun; Mon-Sat 11-9; Sun closed               → Mon-Sat 11 AM - 9 PM; Sun closed
Lunch 11-2, Dinner 5-9, closed Sun                 → Mon-Sat 11 AM - 2 PM & 5 PM - 9 PM; Sun closed
Closed Monday ⏎ 11-9                               → Mon closed; Tue-Sun 11 AM - 9 PM
Closed Mon and Tue; Wed-Sun 4-10                   → Mon-Tue closed; Wed-Sun 4 PM - 10 PM
Mon closed, Tue-Sun 11-9                           → Mon closed; Tue-Sun 11 AM - 9 PM
Sun close; Mon-Sat 11-9                            → Mon-Sat 11 AM - 9 PM; Sun closed
Mon-Fri 11-9 • Sat 12-5 · Sun closed               → Mon-Fri 11 AM - 9 PM; Sat 12 PM - 5 PM; Sun closed
Mon: Closed; Tue-Thu: 4pm-9pm; Fri-Sat: 4pm-10pm; Sun: Closed → Mon closed; Tue-Thu 4 PM - 9 PM; Fri-Sat 4 PM - 10 PM; Sun closed
Mon-Fri 11-9, closed Sat, Sun 12-5                 → Mon-Fri 11 AM - 9 PM; Sat closed; Sun 12 PM - 5 PM
Daily 11-9; Wed off                                → Mon-Tue 11 AM - 9 PM; Wed closed; Thu-Sun 11 AM - 9 PM
Daily 11-9; Sun 12-5                               → Mon-Sat 11 AM - 9 PM; Sun 12 PM - 5 PM
Mo-Su 10:00-20:00; Fr 10:00-22:00                  → Mon-Thu 10 AM - 8 PM; Fri 10 AM - 10 PM; Sat-Sun 10 AM - 8 PM

# holidays are left out
Mo-Sa 11:00-21:00; PH off                          → Mon-Sat 11 AM - 9 PM; Sun closed
Mo-Su,PH 11:00-22:00                               → Daily 11 AM - 10 PM
Mo-Fr 07:00-18:00; Sa,Su,PH 08:00-16:00            → Mon-Fri 7 AM - 6 PM; Sat-Sun 8 AM - 4 PM
Mo-Fr 11:00-14:00; SH Mo-Fr off                    → Mon-Fri 11 AM - 2 PM; Sat-Sun closed
Mo-Fr 11:00-21:00; PH 12:00-17:00                  → Mon-Fri 11 AM - 9 PM; Sat-Sun closed
11-9, closed major holidays ¦ 11-9, closed public holidays and bank holidays → Daily 11 AM - 9 PM
11-9; legal holidays off; federal holidays off     → Daily 11 AM - 9 PM
Mon-Sat 11-9, closed Sundays and holidays          → Mon-Sat 11 AM - 9 PM; Sun closed
PH off ¦ PH 11-9                                   → —

# as other services list a week
Monday  Closed ⏎ Tuesday  11 AM–9 PM ⏎ Wednesday  11 AM–9 PM ⏎ Thursday  11 AM–9 PM ⏎ Friday  11 AM–10 PM ⏎ Saturday  11 AM–10 PM ⏎ Sunday  11:30 AM–8 PM → Mon closed; Tue-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11:30 AM - 8 PM
Sunday ⏎ 11:30 AM–8 PM ⏎ Monday ⏎ Closed ⏎ Tuesday ⏎ 11 AM–9 PM ⏎ Wednesday ⏎ 11 AM–9 PM ⏎ Thursday ⏎ 11 AM–9 PM ⏎ Friday ⏎ 11 AM–10 PM ⏎ Saturday ⏎ 11 AM–10 PM → Mon closed; Tue-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11:30 AM - 8 PM
Mon  Closed ⏎ Tue  11:00 AM - 9:00 PM ⏎ Wed  11:00 AM - 9:00 PM ⏎ Thu  11:00 AM - 9:00 PM ⏎ Fri  11:00 AM - 10:00 PM ⏎ Sat  11:00 AM - 10:00 PM ⏎ Sun  11:30 AM - 8:00 PM → Mon closed; Tue-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11:30 AM - 8 PM
Monday: Closed, Tuesday: 11:00 AM – 9:00 PM, Wednesday: 11:00 AM – 9:00 PM, Thursday: 11:00 AM – 9:00 PM, Friday: 11:00 AM – 10:00 PM, Saturday: 11:00 AM – 10:00 PM, Sunday: 11:30 AM – 8:00 PM → Mon closed; Tue-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11:30 AM - 8 PM
Tu-Th 11:00-21:00; Fr-Sa 11:00-22:00; Su 11:30-20:00; Mo off → Mon closed; Tue-Thu 11 AM - 9 PM; Fri-Sat 11 AM - 10 PM; Sun 11:30 AM - 8 PM
Monday ⏎ 11 AM–2:30 PM ⏎ 5–9 PM ⏎ Tuesday ⏎ 11 AM–2:30 PM ⏎ 5–9 PM ⏎ Wednesday ⏎ Closed ⏎ Thursday ⏎ Open 24 hours → Mon-Tue 11 AM - 2:30 PM & 5 PM - 9 PM; Wed closed; Thu 24 hours; Fri-Sun closed

# nobody can say
Call ahead ¦ Call for hours ¦ Seasonal ¦ Seasonal hours, Mon-Fri 11-9 ¦ By appointment only ¦ Varies → —
Hours may vary ¦ TBD ¦ N/A ¦ 11am ¦ Opens at 11 ¦ 11-close ¦ 11am - until ¦ 11am-late ¦ 11:00+ → —
Mo-Fr 11:00-14:00+ ¦ sunrise-sunset ¦ Mo-Fr 11:00-sunset ¦ Apr-Oct: Mo-Su 11:00-21:00 → —
Mo-Fr 11:00-21:00 "kitchen until 20:30" ¦ Mo-Fr 11:00-21:00 || "by appointment" → —
Mo-Fr 11:00-21:00 || Sa 12:00-17:00 ¦ Fr[1] 11:00-21:00 ¦ Mon-Fri 11-9 (summer) ¦ Mon-Fri → —
Mon-Fri 11-9, Sat ¦ Mon-Fri; 11-9 ¦ 11-9; Mon-Fri ¦ Tue-Sun 11-9; Mon; closed ¦ Mon-Fri-Sun 11-9 → —
Mon-Mon 11-9 ¦ Fri-weekends 11-9 ¦ Weekdays-Sat 11-9 ¦ 11, 9 ¦ 11-9 - 5-10 ¦ Temporarily closed → —
Permanently closed ¦ Closed for renovation ¦ Closed Mondays ¦ Sunday closed → —
Closed Sundays and holidays ¦ Weekends off ¦ Daily 11-9, closed 2:30-5 ¦ Mon-Fri closed 2-5 → —
Daily 11-9 except holidays ¦ Mon-Fri 11-9; kitchen closes at 8 ¦ Happy hour 4-6 ¦ 11-9, happy hour 4-6 → —
Open late ¦ Mon-Fri 11-9, Sat-Sun varies ¦ 11:75-9 ¦ 11:60-9 ¦ 0pm-9pm ¦ 13pm-9pm → —
Mon-Sat 11-9, Sun ??? ¦ Mon 11 AM - 2:30 PM; Tue 11 AM - 2:30 PM; … ¦ Mon-Fri 11-9; Daily brunch → —
Mo-Fr 25:00-31:00 ¦ Mo-Fr 25:00-28:00 ¦ 00:00-26:00 → —

# footnotes and fractions, which are no digits of the hour
11¹-9 ¦ 1¹-9 ¦ 11-9² ¦ 11₁-9 ¦ 11①-9 ¦ 11½-9 ¦ 11ª-9 ¦ 11ᵃ-9ᵖ ¦ 11ⓐ-9ⓟ → —

# two readings
6-9pm ¦ 8-10pm ¦ 8-2am ¦ 5-2pm ¦ 08:00-05:00 ¦ M-T 11-9 ¦ T-W 11-9 ¦ T-F 11-9 → —
Mo-Fr 11:00-21:00; Sa PH 12:00-17:00 ¦ F-S 11-9 ¦ Closed Mon, Tue 11-9 ¦ 11-9 Mon, Sun closed → —
Mon-Fri 11-2; 5-9 ¦ Closed Sundays. Open daily 11-9 ¦ Mon 11-5, 3-9 ¦ Lunch 11-3, Dinner 2-9 → —
Dinner 6-9 ¦ Dinner 9-11 ¦ Mon 11-9, 12-5 Sun ¦ 7am-3pm Tue-Fri, Sat & Sun 8am-2pm → —
11am-9pm Mon-Thu, Fri & Sat 11am-10pm ¦ 11-9, Mon-Fri, Sat 12-5 ¦ 11-9 ⏎ Mon-Fri, Sat 12-5 → —
11-9 Mon-Fri, closed ¦ 11-9 Sun closed ¦ Dinner 5-10; Sunday 10-2 ¦ Open nightly 5-10; Sun 11-3 → —
Lunch 11-2, Sat-Sun 4-10 ¦ Lunch 11-2, Sat, Sun 4-10 ¦ 11-2 (lunch), Sat-Sun 4-10 → —
7a-3p lunch Wed, 5-9pm lunch Tue, Mon, Tue lunch 5-9pm → —
`

const rows = table.split('\n').flatMap(line => {
  const [texts = '', meaning = ''] = line.split(' → ')
  if (meaning === '') return []
  return texts.split(' ¦ ').map(text => ({
    text: text.trimEnd().replaceAll(' ⏎ ', '\n'),
    meaning: meaning === '—' ? null : meaning,
  }))
})

describe(`${rows.length} texts`, () => {
  test.each(rows)('$text', ({ text, meaning }) => {
    const times = readOpeningTimes(text)
    expect(times && writeOpeningTimes(times, 400)).toBe(meaning)
  })
  test('are at least 150', () => expect(rows.length).toBeGreaterThanOrEqual(150))
})

test('a text without any content gives no opening times', () => {
  for (const text of ['', '   ', '\n', ',', '-', '.']) expect(readOpeningTimes(text)).toBeNull()
})
