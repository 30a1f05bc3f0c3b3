type TlsTrouble = {
  error: string
  instruction: string
  about: 'port' | 'versions' | 'name' | 'issuer' | 'other'
}

/**
 * Why no encrypted connection could be made with a server, and what to do; null if something else failed. OpenSSL and
 * Node name the problem, but `fetch` and the mail library hide it in errors of their own.
 */
export function explainTls(error: unknown, server: string): TlsTrouble | null {
  const { says, host } = chainOf(error)
  const failed = `No encrypted connection could be made with ${server}`
  // OpenSSL's own lines: error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version:…
  const reason = /error:[0-9A-F]+:SSL routines:[^:]*:([^:\n]+)/i.exec(says)?.[1]
  if (reason && /wrong version number|packet length too long|unknown protocol|http request/i.test(reason))
    return {
      error: `${failed}: it doesn’t begin with TLS on this port`,
      instruction: 'Check scheme and port of its address.',
      about: 'port',
    }
  if (reason)
    return {
      error: `${failed}: ${reason}`,
      instruction: 'Check its TLS settings: it must offer TLS 1.2 or later.',
      about: 'versions',
    }
  const found = certificateProblems.find(({ names }) => names.test(says))
  if (!found) return null
  const { about, problem = () => says, instruction } = found
  return { error: `The certificate of ${server} can’t be trusted: ${problem(host)}`, instruction, about }
}

/** Codes and messages, from the outermost error to what caused it, and the name that a certificate isn't for. */
function chainOf(error: unknown): { says: string; host: string } {
  if (!(error instanceof Error)) return { says: '', host: 'the host' }
  const { code, originalCode, message, host, cause } = error as Error & Record<string, unknown>
  const inner = chainOf(cause)
  const words = [code, originalCode, message, inner.says].filter(
    each => typeof each === 'string' && each !== '',
  )
  return { says: words.join(' '), host: typeof host === 'string' ? host : inner.host }
}

type Problem = Pick<TlsTrouble, 'instruction' | 'about'> & {
  names: RegExp
  problem?: (host: string) => string
}

const addIssuer =
  'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer (or its own; or that of a filter in your network that opens encrypted connections) and restart.'

const certificateProblems: Problem[] = [
  {
    names: /ALTNAME_INVALID|HOSTNAME_MISMATCH|does not match certificate/i,
    about: 'name',
    problem: host => `it is for another name than ${host}`,
    instruction: 'Use the name in the certificate as the host of its address.',
  },
  {
    names: /CERT_HAS_EXPIRED|certificate has expired/i,
    about: 'other',
    problem: () => 'it has expired',
    instruction: 'It must be renewed there. If it is new, check the clock of this server.',
  },
  {
    names: /CERT_NOT_YET_VALID|not yet valid/i,
    about: 'other',
    problem: () => 'it isn’t valid yet',
    instruction: 'Check the clocks of both servers.',
  },
  {
    names: /SELF_SIGNED|self[- ]signed/i,
    about: 'issuer',
    problem: () => 'it is self-signed, or its issuer is',
    instruction: addIssuer,
  },
  {
    names:
      /UNABLE_TO_(GET_ISSUER|VERIFY)|unable to (get (local )?issuer|verify)|CERT_UNTRUSTED|INVALID_CA|CERT_SIGNATURE_FAILURE/i,
    about: 'issuer',
    problem: () => 'its issuer is unknown here',
    instruction: addIssuer,
  },
  {
    names: /certificate|\bcert\b|CERT_|INVALID_PURPOSE/i,
    about: 'other',
    instruction: 'It must be replaced there.',
  },
]
