/** Every number about a place or about people is based on at least this many people. */
export const minPeople = 3
