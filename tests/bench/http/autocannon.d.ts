/** The package has no types. */
declare module 'autocannon'
