/** The environment has errors; the message names each wrong variable. */
export class ConfigError extends Error {}
