import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { sealsOf, useSeals } from "#server/platform/seals/row-seals.ts";
import { sealSubmissionsAtFirst } from "#server/platform/submissions/seal-at-first.ts";
import { bindKeys } from "#server/platform/vault/bind-keys.ts";
import type { KeyRing } from "#server/platform/vault/key-ring.ts";
import { finishSealing, leftToSeal } from "#server/platform/vault/sealing-key.ts";

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
    number: 71,
    name: "rows from before there were seals",
    run: async (patient) => {
      const left = await leftToSeal(patient);
      if (left === "nothing") return;
      useSeals(patient, sealsOf(database));
      const all = [sealSubmissionsAtFirst, ...first, ...peoples];
      for (const sealAtFirst of left === "all" ? all : peoples) await sealAtFirst(patient);
      await bindKeys(patient, ring, sealsOf(database));
      await finishSealing(patient, ring);
    },
  };
}
