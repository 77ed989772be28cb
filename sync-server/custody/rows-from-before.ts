import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { sealsOf, useSeals } from "#server/platform/seals/row-seals.ts";
import { sealSubmissionsAtFirst } from "#server/platform/submissions/seal-at-first.ts";
import { bindKeys } from "#server/platform/vault/bind-keys.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { finishSealing, leftToSeal, SEALING_KEY } from "#server/platform/vault/sealing-key.ts";

/** The number of this migration, which only a start runs. */
export const ROWS_FROM_BEFORE = 71;

/** Said once in the audit log. */
const SEALED = {
  action: "seal",
  address: SEALING_KEY,
  purpose: "vault",
  payloadHash: "",
  requestedBy: "house",
  reason: "rows from before there were seals",
} as const;

/** Each seals what is on it without a seal. */
interface Shelves {
  readonly first: readonly ((database: Database) => Promise<void>)[];
  /** What people set for themselves was sealed later than the rest. */
  readonly peoples: readonly ((database: Database) => Promise<void>)[];
}

/**
 * Seals what a server stored that knew no seals, once: whoever had the database until then is believed up to then. The keys
 * are bound to the seals last, and with that it is over: who has it run again, and takes the seals away before, opens no key.
 */
export function rowsFromBefore(
  { database, ring }: { readonly database: Database; readonly ring: KeyRing },
  { first, peoples }: Shelves,
): Migration {
  return {
    number: ROWS_FROM_BEFORE,
    name: "rows from before there were seals",
    run: async (patient, now) => {
      const left = await leftToSeal(patient);
      if (left === "nothing") return;
      await refuseSealed(patient);
      useSeals(patient, sealsOf(database));
      const all = [sealSubmissionsAtFirst, ...first, ...peoples];
      for (const sealAtFirst of left === "all" ? all : peoples) await sealAtFirst(patient);
      await bindKeys(patient, ring, sealsOf(database));
      const audit = openAuditLog(patient, { now: () => now });
      await finishSealing(patient, ring, (session) => audit.note(session, SEALED));
      await audit.drain();
    },
  };
}

/**
 * Throws ConfigError where the audit log says that nothing was left to seal once: somebody has put a former state of the sealing
 * key back, to have seals put under what they wrote. Who takes the row away that says so leaves a gap in the chain.
 */
async function refuseSealed(database: Database): Promise<void> {
  let isSealed = false;
  const { problem } = await walkAudit(database, ({ action, address }) => {
    isSealed ||= action === SEALED.action && address === SEALED.address;
  });
  if (problem !== null) throw new ConfigError(`Nothing is sealed beside an audit log that does not fit: ${problem}.`);
  if (isSealed)
    throw new ConfigError(
      "This database's rows were sealed before, and its sealing key says otherwise: somebody set it back. Restore row-seals-2 of vault_secrets from a backup, and find out who writes to the database.",
    );
}
