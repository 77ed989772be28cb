import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { type OperatorFields, standingSet } from "#server/platform/operators/standing.ts";
import { isFieldSealed } from "#server/platform/seals/sealed-fields.ts";
import { sealsOf, useSeals } from "#server/platform/seals/row-seals.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";

/** The number of this migration, which only a start runs. */
export const ROLES_FROM_BEFORE = 83;

/** Said once in the audit log. */
const GIVEN = {
  action: "seal",
  address: "operators' roles",
  purpose: "operators",
  payloadHash: "",
  requestedBy: "house",
  reason: "operators from before there were roles are supers",
} as const;

interface Before extends OperatorFields {
  readonly createdAt: Date;
}

/**
 * Whoever was an operator before there were roles could do everything, and is a super. Once: whoever has it run again makes nobody a
 * super whose roles they took out of the database.
 */
export function rolesFromBefore(opened: Pick<Database, "db">): Migration {
  return {
    number: ROLES_FROM_BEFORE,
    name: "operators from before there were roles",
    run: async (database, now) => {
      useSeals(database, sealsOf(opened));
      await refuseSecond(database);
      const users = database.collection<Before>("users");
      for await (const user of users.find({ isAdmin: true, operator: { $exists: false } })) {
        const { id, createdAt } = user;
        if (!isFieldSealed(database, "users", id, { ...user }, "isAdmin")) continue;
        await users.updateOne({ id }, { $set: standingSet(database, id, { roles: ["super"], since: createdAt }) });
      }
      await openAuditLog(database, { now: () => now }).append(GIVEN);
    },
  };
}

async function refuseSecond(database: Database): Promise<void> {
  let isGiven = false;
  const { problem } = await walkAudit(database, ({ action, address }) => {
    isGiven ||= action === GIVEN.action && address === GIVEN.address;
  });
  if (problem !== null)
    throw new ConfigError(`Nobody is made an operator beside an audit log that does not fit: ${problem}.`);
  if (isGiven)
    throw new ConfigError(
      "Operators were given roles before, and the list of migrations says otherwise: somebody set it back. Restore migration 83 from a backup, and find out who writes to the database.",
    );
}
