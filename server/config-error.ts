/** The environment is wrong; the message names each variable that is. */
export class ConfigError extends Error {}
