import type { Check, CheckContext, CheckResult } from "#server/platform/checks/check.ts";
import { failed, passed } from "#server/platform/checks/results.ts";
import type { Database } from "#server/platform/db/database.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { readHead } from "#server/platform/vault/audit-log.ts";
import { type AuditHead, GENESIS } from "#server/platform/audit/audit-head.ts";
import { AUDIT_LOG, type AuditRow } from "#server/platform/vault/audit-rows.ts";
import { problemOfRow } from "#server/platform/vault/audit-walk.ts";
import { ANCHOR_NAME, ANCHOR_PURPOSE, readAnchor } from "./anchor.ts";

const MINUTE_MS = 60_000;
/** Rows that one look walks along: a busy minute has some hundreds. */
const MOST_WALKED = 2000;
/** A day, and what the day's anchor may take. */
const ANCHOR_MS = 26 * 60 * MINUTE_MS;
const COMMON = { version: 1, type: "custody", severity: "critical", timeLimitMs: 60_000 } as const;

type Asked = Pick<StellarNetwork, "dataEntry">;

/** What is looked at of the audit log; `anchor` has its end written to the ledger at once. */
export function auditChecks(network: Asked, anchor: () => void): readonly Check[] {
  return [auditChain(network), auditAnchor(network, anchor)];
}

/**
 * Walks what is new of the chain since the last look: at first from the row that the ledger holds the hash of, or the last rows where it
 * holds none. `npm run audit:verify` walks all of it.
 */
function auditChain(network: Asked): Check {
  let walked: AuditHead | null = null;
  return {
    ...COMMON,
    id: "audit-chain",
    intervalMs: 2 * MINUTE_MS,
    failures: 1,
    passes: 1,
    dependsOn: ["database", "network-link"],
    title: "check.audit-chain",
    means: "check.audit-chain.means",
    steps: [{ says: "check.step.verify-audit", command: "npm run audit:verify" }],
    run: async ({ runtime: { database } }) => {
      const anchored = await readLedgerAnchor(database, network);
      const strange = anchored && (await differsFrom(database, anchored));
      if (strange) return [failed("check.audit-chain.ledger", { row: String(anchored.sequence) })];
      const walk = await walkOn(database, walked ?? anchored ?? (await nearEnd(database)));
      if (walk.brokenAt !== null) return [failed("check.audit-chain.broken", { row: String(walk.brokenAt) })];
      walked = walk.last;
      return [passed()];
    },
  };
}

/** What nobody but our own database vouches for must not be older than a day. Why there is no anchor is told by who keeps it. */
function auditAnchor(network: Asked, anchor: () => void): Check {
  return {
    ...COMMON,
    id: "audit-anchor-age",
    severity: "error",
    intervalMs: 10 * MINUTE_MS,
    failures: 1,
    passes: 1,
    dependsOn: ["database", "network-link", "audit-chain", "audit-anchor"],
    title: "check.audit-anchor-age",
    means: "check.audit-anchor-age.means",
    steps: [{ says: "check.step.anchor", path: "/admin-panel/treasury" }],
    run: (context) => lookAtAnchor(context, network),
    repair: { run: async () => anchor(), mostPerHour: 2 },
  };
}

async function lookAtAnchor({ runtime: { database, clock } }: CheckContext, network: Asked): Promise<CheckResult[]> {
  const { sequence } = (await readLedgerAnchor(database, network)) ?? GENESIS;
  const next = await rowsOf(database).findOne({ _id: { $gt: sequence } }, { sort: { _id: 1 } });
  if (!next || clock.now().getTime() - next.at.getTime() < ANCHOR_MS) return [passed()];
  return [failed("check.audit-anchor-age.old", { row: String(sequence), from: next.at.getTime() })];
}

/** Null where the ledger holds none, or what it holds is none. */
async function readLedgerAnchor(database: Database, network: Asked): Promise<AuditHead | null> {
  const address = (await houseAccounts(database)).get(ANCHOR_PURPOSE);
  const entry = address === undefined ? null : await network.dataEntry(address, ANCHOR_NAME);
  return entry && readAnchor(entry.toString());
}

async function differsFrom(database: Database, { sequence, hash }: AuditHead): Promise<boolean> {
  const row = await rowsOf(database).findOne({ _id: sequence }, { projection: { hash: 1 } });
  return row?.hash !== hash;
}

/** Where the last rows begin; where there are fewer than one look walks along, the beginning. */
async function nearEnd(database: Database): Promise<AuditHead> {
  const { sequence } = await readHead(database, null);
  if (sequence <= MOST_WALKED) return GENESIS;
  const row = await rowsOf(database).findOne({ _id: sequence - MOST_WALKED }, { projection: { hash: 1 } });
  return row ? { sequence: row._id, hash: row.hash } : GENESIS;
}

/** Walks on from a row that fits; answers with the first that does not, or how far it came. */
async function walkOn(database: Database, from: AuditHead) {
  let last = from;
  const rows = rowsOf(database).find({ _id: { $gt: from.sequence } }, { sort: { _id: 1 }, limit: MOST_WALKED });
  for await (const row of rows) {
    if (problemOfRow(row, last) !== null) return { last, brokenAt: last.sequence + 1 };
    last = { sequence: row._id, hash: row.hash };
  }
  const head = await readHead(database, null);
  // Rows and head are written together: a head before what was walked, or further on than any row, is one that was changed.
  const isBehind = head.sequence < last.sequence;
  const next = head.sequence > last.sequence ? await rowsOf(database).findOne({ _id: last.sequence + 1 }) : null;
  const isCut = head.sequence > last.sequence && next === null;
  return { last, brokenAt: isBehind || isCut ? Math.min(head.sequence, last.sequence) + 1 : null };
}

function rowsOf(database: Database) {
  return database.collection<AuditRow>(AUDIT_LOG);
}
