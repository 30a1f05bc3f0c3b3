/** The types that the load generator needs; the package has none. */
declare module 'autocannon' {
  type Client = {
    setRequests: (requests: object[]) => void
    pipelinedRequests: { addBody: (data: Buffer) => void }
  }
  type Result = {
    requests: { total: number }
    latency: { p99: number }
    duration: number
    errors: number
    '4xx': number
    '5xx': number
  }
  const autocannon: (options: {
    url: string
    connections: number
    duration: number
    timeout: number
    setupClient: (client: Client) => void
  }) => Promise<Result>
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default autocannon
}
