import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { RestoredState } from "#server/platform/restored/state.ts";
import { type AuditLog, readHead } from "#server/platform/vault/audit-log.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";
import { ANCHOR_NAME, ANCHOR_PURPOSE, anchorValue, readAnchor } from "./anchor.ts";
import { ledgerAnchors, StrangeAnchorError } from "./ledger-anchors.ts";

const Restore = v.object({ after: v.object({ lost: v.array(v.string()) }) });

interface Deps {
  readonly database: Database;
  readonly horizonUrls: readonly string[];
  readonly network: Pick<StellarNetwork, "dataEntry">;
  readonly audit: AuditLog;
}

/**
 * Looks which anchors on the ledger are of rows that a restore lost, and answers with what notes them in the chain: it goes on there, and the gap
 * is a row of its own. Throws ConfigError where the ledger cannot be asked, and StrangeAnchorError for an anchor that is none.
 */
export async function lostRows(
  { database, horizonUrls, network, audit }: Deps,
  { takenAt, restoredAt, ledger }: RestoredState,
): Promise<(session: ClientSession) => Promise<void>> {
  const head = await readHead(database, null);
  const address = (await houseAccounts(database)).get(ANCHOR_PURPOSE);
  const anchors =
    address === undefined
      ? []
      : horizonUrls.length > 0
        ? await ledgerAnchors(horizonUrls, address)
        : await standingAnchor(network, address);
  const lost = anchors.filter(({ sequence }) => sequence > head.sequence).map(anchorValue);
  const before = { row: head.sequence, hash: head.hash };
  return (session) =>
    audit.note(session, {
      action: "restore",
      address: "",
      purpose: "database",
      payloadHash: "",
      requestedBy: "house",
      reason: `set back to a backup of ${takenAt.toISOString()}`,
      change: JSON.stringify({ before, after: { takenAt, restoredAt, ledger, lost } }),
    });
}

async function standingAnchor(network: Deps["network"], address: string): Promise<AuditHead[]> {
  const value = await network.dataEntry(address, ANCHOR_NAME);
  if (value === null) return [];
  const anchor = readAnchor(value.toString());
  if (!anchor)
    throw new StrangeAnchorError(`The entry "${ANCHOR_NAME}" of ${address} holds what this server never wrote.`);
  return [anchor];
}

/** The anchors that a row of the chain says were lost by a restore, as the ledger holds them; none for any other row. */
export function lostBy({ action, change }: { readonly action: string; readonly change?: string }): readonly string[] {
  if (action !== "restore" || change === undefined) return [];
  const { after } = v.parse(Restore, JSON.parse(change));
  return after.lost;
}
