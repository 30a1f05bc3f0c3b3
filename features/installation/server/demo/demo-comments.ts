/** Comments by the demo's people, by the number of stars they give. */
export const demoComments: Record<number, readonly string[]> = {
  1: [
    'Forty minutes for a sandwich. We ate it in the car.',
    'Cold, twice. I will not make it three times.',
    'The table was still wearing the last lunch.',
  ],
  2: [
    'Friendly people, tired food.',
    'Fine if you are in a hurry and not very hungry.',
    'Too loud to talk, and we came to talk.',
    'My soup arrived after everyone had paid.',
  ],
  3: [
    'Decent. Nobody complained, nobody asked to come back.',
    'The lunch special is worth it, the rest is so-so.',
    'Good coffee, average plates.',
    'Parking is a puzzle at noon. Come at eleven.',
    'Solid choice when the group cannot agree.',
  ],
  4: [
    'Quick, warm and enough for two days.',
    'Great for a team of eight, they push the tables together without asking.',
    'The vegetables taste like somebody meant it.',
    'Sit outside if you can.',
    'In and out in thirty-five minutes, with dessert.',
    'They remember your order the second time.',
  ],
  5: [
    'Best lunch within ten minutes. Go before the line does.',
    'I brought three new colleagues here in their first week. All three came back on their own.',
    'Everything is made right there, and you can watch.',
    'Ask what the cook would have. Then have that.',
    'Gluten-free done properly, finally.',
    'Worth the drive, worth the wait, worth the nap.',
  ],
}
