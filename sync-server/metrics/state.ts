import type { OverviewParts } from "#schemas/overview.ts";
import {
  readHouse,
  readService,
  readSubmissionAges,
  readWaiting,
  type SubmissionAges,
} from "#server/overview/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";

/** What the service is like now, whichever process is asked. */
export interface ServiceState extends Pick<OverviewParts, "service" | "waiting" | "house"> {
  readonly submissions: SubmissionAges;
  readonly at: Date;
}

/** So long what was read is told again, in ms: several scrapers cost what one does. */
const REST_MS = 5000;

/** Reads a {@link ServiceState} at most every few seconds, once for all who ask meanwhile; what fails is asked anew. */
export function openState(
  runtime: Runtime,
  network: Pick<StellarNetwork, "head">,
  restMs = REST_MS,
): () => Promise<ServiceState> {
  let latest: { readonly atMs: number; readonly state: Promise<ServiceState> } | null = null;
  return () => {
    const nowMs = performance.now();
    if (latest && nowMs - latest.atMs < restMs) return latest.state;
    const reading = { atMs: nowMs, state: readState(runtime, network) };
    latest = reading;
    reading.state.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading.state;
  };
}

async function readState(runtime: Runtime, network: Pick<StellarNetwork, "head">): Promise<ServiceState> {
  const { database, clock } = runtime;
  const [service, waiting, house, submissions] = await Promise.all([
    readService(database, network),
    readWaiting(database),
    readHouse(runtime),
    readSubmissionAges(database),
  ]);
  return { service, waiting, house, submissions, at: clock.now() };
}
