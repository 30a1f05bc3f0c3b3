import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { ApiError } from './call.ts'
import { read } from './queries.ts'
import { useWrite } from './use-write.ts'

/** Work in the background of the server, which anyone may have started. Its progress is of one run or of several. */
export interface Job<S extends Endpoint, P extends Endpoint, Run> {
  start: S
  progress: P
  runsOf: (progress: Reply<P>) => readonly Run[]
  /** Tells one run from the next. */
  idOf: (run: Run) => unknown
  isRunning: (run: Run) => boolean
  /** Takes note of the start; returns the progress right after it. */
  begun: (started: Reply<S>, before: Reply<P> | undefined, input: CallInput<S>) => Reply<P>
  /** Which progress a start leads to, if there are several; default: the one without input. */
  progressOf?: (input: CallInput<S>) => CallInput<P>
  /** The title of the toast if it can't be started. */
  failed?: string
  /** Announces the end of a run that was seen running, whatever page the user is on by then. */
  ended?: (run: Run, queryClient: QueryClient) => void
  /** Whether to look now and then if someone else has started it. */
  isWatched: boolean
}

const runningPollInterval = 1_000
const idlePollInterval = 15_000

/** Starts a job and follows it to its end, whoever started it. `input` belongs to the progress. */
export function useJob<S extends Endpoint, P extends Endpoint, Run>(
  job: Job<S, P, Run>,
  input?: CallInput<P>,
  enabled = true,
) {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...read(job.progress, input),
    enabled,
    staleTime: 0,
    refetchInterval: job.isWatched && idlePollInterval,
  })
  const progress = query.data
  useEffect(() => {
    if (enabled && progress !== undefined) follow(queryClient, job, input, progress)
  })
  const begin = useWrite(job.start, {
    touches: [],
    failed: job.failed,
    onSuccess: async (started, asked) => {
      const about = job.progressOf?.(asked)
      const { queryKey } = read(job.progress, about)
      await queryClient.cancelQueries({ queryKey })
      const begun = job.begun(started, queryClient.getQueryData(queryKey), asked)
      queryClient.setQueryData(queryKey, begun)
      follow(queryClient, job, about, begun)
    },
    // It may have ended already, or someone else's may be in the way.
    onSettled: (_begun, _error, asked) => {
      void queryClient.invalidateQueries(read(job.progress, job.progressOf?.(asked)))
    },
  })
  return {
    ...query,
    begin,
    running: progress === undefined ? [] : job.runsOf(progress).filter(job.isRunning),
  }
}

/** The ids of the runs that were running, by the address of their progress. */
const followed = new Map<string, Set<unknown>>()

/** Announces what has ended since the last progress, and asks on as long as anything is running. */
function follow<S extends Endpoint, P extends Endpoint, Run>(
  queryClient: QueryClient,
  job: Job<S, P, Run>,
  input: CallInput<P> | undefined,
  progress: Reply<P>,
): void {
  const query = read(job.progress, input)
  const address = hashKey(query.queryKey)
  const look = (progress: Reply<P>) => {
    const before = followed.get(address) ?? new Set()
    const runs = job.runsOf(progress)
    const ended = runs.filter(run => !job.isRunning(run) && before.delete(job.idOf(run)))
    before.clear()
    for (const run of runs) if (job.isRunning(run)) before.add(job.idOf(run))
    for (const run of ended) job.ended?.(run, queryClient)
    return before
  }
  const poll = async (running: Set<unknown>) => {
    while (running.size > 0) {
      await new Promise(resolve => setTimeout(resolve, runningPollInterval))
      try {
        look(await queryClient.fetchQuery({ ...query, staleTime: runningPollInterval / 2 }))
      } catch (error) {
        if (isRefused(error)) break
      }
    }
    followed.delete(address)
  }
  const running = look(progress)
  if (running.size === 0 || followed.has(address)) return
  followed.set(address, running)
  void poll(running)
}

/** Whether asking again is of no use, for example after a sign-out: the server isn't just away or busy. */
export const isRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
