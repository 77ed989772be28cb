import type { FastifyInstance } from "fastify";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { AuditLog } from "#server/platform/vault/audit-log.ts";
import { anchorAudit } from "./anchor.ts";
import { followRotations } from "./rotate-signer.ts";
import { type CustodyDeps, registerCustodyRoutes } from "./routes.ts";

const BUSY_PAUSE_MS = 250;
const IDLE_PAUSE_MS = 2000;
const ANCHOR_PAUSE_MS = 60_000;
/** Until the house has its accounts. */
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Serves operators what they may do about keys, keeps the vault in step with the ledger, its audit log complete, and the
 * log's end on the ledger. Any number of processes may.
 */
export function startCustody(
  app: FastifyInstance,
  deps: CustodyDeps & { readonly audit: AuditLog },
): Pick<Loop, "stop"> {
  const { runtime, network, vault, audit, onSubmitted } = deps;
  const { database, clock, log } = runtime;
  const pauses = { failurePauseMs: FAILURE_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS };
  const following = startLoop({
    name: "custody",
    log,
    ...pauses,
    run: async () => {
      const open = await followRotations({ database, clock, vault });
      await audit.drain();
      return open > 0 ? BUSY_PAUSE_MS : IDLE_PAUSE_MS;
    },
  });
  const anchoring = startLoop({
    name: "anchoring",
    log,
    ...pauses,
    run: async () => {
      if (await anchorAudit(runtime, await network.feeBid())) onSubmitted();
      return ANCHOR_PAUSE_MS;
    },
  });
  registerCustodyRoutes(app, {
    ...deps,
    onSubmitted: () => {
      onSubmitted();
      following.kick();
    },
  });
  return {
    stop: async () => {
      await Promise.all([following.stop(), anchoring.stop()]);
    },
  };
}
