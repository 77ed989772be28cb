import type { FastifyInstance } from "fastify";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import type { AuditLog } from "#server/platform/vault/audit-log.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { registerAuditRoutes } from "./audit-routes.ts";
import { carryOutRewrap } from "./carry-out-rewrap.ts";
import { keepAnchored } from "./keep-anchored.ts";
import { noteKeysInUse } from "./keys-in-use.ts";
import { followRotations } from "./rotate-signer.ts";
import { type CustodyDeps, registerCustodyRoutes } from "./routes.ts";
import { VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { AUDIT_PENDING } from "#server/platform/audit/pending.ts";
import { openRun, REWRAP_RUNS } from "./rewrap-runs.ts";

const BUSY_PAUSE_MS = 250;
const AGAIN_MS = 2000;
const ANCHOR_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

interface StartDeps extends Omit<CustodyDeps, "onRewrap"> {
  readonly leases: Leases;
  readonly audit: AuditLog;
}

/** The running keeping of keys and of the audit log. */
export interface Custody extends Pick<Loop, "stop"> {
  /** Looks after the day's anchor at once. */
  anchor(): void;
}

/**
 * Serves operators what they may do about keys; and, in one process at a time, keeps the vault in step with the ledger, its
 * audit log complete, and the log's end on the ledger. Unfenced is the audit log, whose rows each name the one before.
 */
export function startCustody(app: FastifyInstance, deps: StartDeps): Custody {
  const { runtime, leases, network, vault, audit, onSubmitted } = deps;
  const pauses = { failurePauseMs: FAILURE_PAUSE_MS, longestPauseMs: LONGEST_PAUSE_MS };
  const following = startLeasedLoop({
    name: "custody",
    runtime,
    leases,
    ...pauses,
    wakeGapMs: BUSY_PAUSE_MS,
    wakes: [VAULT_KEYS, AUDIT_PENDING],
    run: async ({ database, clock }) => {
      const open = await followRotations({ database, clock, vault });
      await audit.drain();
      return open > 0 ? BUSY_PAUSE_MS : REST_MS;
    },
  });
  const anchoring = startLeasedLoop({
    name: "anchoring",
    runtime,
    leases,
    ...pauses,
    run: async (fenced) => {
      if (await keepAnchored(fenced, network)) onSubmitted();
      return ANCHOR_PAUSE_MS;
    },
  });
  const rewrapping = startRewrapping(deps);
  registerAuditRoutes(app, runtime);
  registerCustodyRoutes(app, {
    ...deps,
    onSubmitted: () => {
      onSubmitted();
      following.kick();
    },
    onRewrap: rewrapping.kick,
  });
  return {
    anchor: anchoring.kick,
    stop: async () => {
      await Promise.all([following.stop(), anchoring.stop(), rewrapping.stop()]);
    },
  };
}

/** In one process at a time, notes which keys are in use, and changes the vault's locks where operators asked for it. */
export function startRewrapping({
  runtime,
  leases,
  ring,
}: Pick<StartDeps, "runtime" | "leases"> & { readonly ring: KeyRing }): Loop {
  return startLeasedLoop({
    name: "rewrapping",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: AGAIN_MS,
    wakes: [REWRAP_RUNS],
    run: async (fenced, signal) => {
      await noteKeysInUse(fenced, ring);
      await carryOutRewrap(fenced, ring, signal);
      return (await openRun(fenced, null)) ? AGAIN_MS : REST_MS;
    },
  });
}
