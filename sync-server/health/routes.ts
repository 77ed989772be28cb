import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import type { ReadyOutput } from "#schemas/network.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { readWalletHealth } from "./wallet-health.ts";

const OK = { status: "ok" } as const;
const PING_TIMEOUT_MS = 2000;
/** Each look reads the marks of all rows of a person. */
const LOOKS = 30;
const LOOKS_WINDOW_MS = 5 * 60 * 1000;

/** How far this process's market data has come. */
export interface MarketProgress {
  place(): Pick<ReadyOutput["markets"], "state" | "ledger">;
  readonly lag: number;
}

/**
 * `/healthz` says that the process answers, `/readyz` that its database does too, and in how many seconds nothing was checked; null
 * where that is not known.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  runtime: Runtime,
  feed: MarketProgress,
  secondsSinceCheck: () => number | null,
): void {
  route(app, ENDPOINTS.health, () => OK);
  route(app, ENDPOINTS.connection, ({ request: { ip: address, protocol } }) => ({ address, protocol }));
  route(app, ENDPOINTS.ready, async () => {
    await pingInTime(runtime).catch((error: unknown) => {
      throw new AppError("not-ready", {}, { cause: error });
    });
    const { state, ledger } = feed.place();
    return { ...OK, markets: { state, ledger, lag: feed.lag }, checks: { secondsAgo: secondsSinceCheck() } };
  });
}

/** Serves people the facts about their own wallet. */
export function registerWalletHealth(app: FastifyInstance, runtime: Runtime, network: StellarNetwork): void {
  const limit = createAttemptLimit(runtime, "wallet-health", LOOKS, LOOKS_WINDOW_MS);
  route(app, ENDPOINTS.walletHealth, async ({ session }) => {
    await limit.take(String(session.userId));
    return readWalletHealth(runtime, network, session.userId);
  });
}

async function pingInTime({ database }: Runtime): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the database did not answer in time")), PING_TIMEOUT_MS);
  try {
    await Promise.race([database.ping(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
