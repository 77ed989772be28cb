import { setImmediate as breathe } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { AuditFilters, AuditLine } from "#schemas/audit.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { noteOperatorAction } from "#server/approvals/index.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { readHead } from "#server/platform/vault/audit-log.ts";
import type { AuditHead } from "#server/platform/audit/audit-head.ts";
import { ANCHOR_PURPOSE } from "./anchor.ts";
import { listAudit, readAuditRow } from "./audit-rows.ts";
import { exportAudit, exportAuditLines } from "./export-audit.ts";
import { ledgerAnchors, StrangeAnchorError } from "./ledger-anchors.ts";
import { type AuditFindings, auditFindings } from "./verify-audit.ts";

/** Rows between two lines that say how far it is. */
const TOLD_EVERY = 2500;

/** Serves the audit log to whoever may read it: by filters, as files, and verified. */
export function registerAuditRoutes(app: FastifyInstance, runtime: Runtime): void {
  const { database } = runtime;
  route(app, ENDPOINTS.auditLog, ({ query }) => listAudit(runtime, query));
  route(app, ENDPOINTS.auditRow, ({ params }) => readAuditRow(database, params.number));

  const verify = verifier(runtime);
  route(app, ENDPOINTS.verifyAudit, () => verify());

  route(app, ENDPOINTS.exportAudit, async ({ session, query: { reason, ...filters }, reply }) => {
    await noteExport(runtime, session.userId, reason, describeFilters(filters));
    reply.header("content-disposition", `attachment; filename="audit-${today(runtime)}.csv"`);
    return exportAudit(runtime, filters);
  });
  route(app, ENDPOINTS.exportAuditLines, async ({ session, query: { reason }, reply }) => {
    await noteExport(runtime, session.userId, reason, "all rows, to be verified");
    reply.header("content-disposition", `attachment; filename="audit-${today(runtime)}.jsonl"`);
    return exportAuditLines(database);
  });
}

/**
 * Walks the log for one reader at a time of this process, for as long as they read: some hundred rows, then whatever else waits. Nothing
 * of it is kept.
 */
function verifier({ database, config }: Runtime): () => AsyncGenerator<string> {
  let isWalking = false;
  return async function* verify() {
    if (isWalking) return yield lineOf({ line: "busy" });
    isWalking = true;
    try {
      const { sequence: of } = await readHead(database, null);
      yield lineOf({ line: "progress", rows: 0, of });
      const address = (await houseAccounts(database)).get(ANCHOR_PURPOSE);
      const { anchors, strange } = await readAnchors(config.stellar.horizonUrls, address);
      const walk: { found: AuditFindings | null } = { found: null };
      async function* steps() {
        walk.found = yield* auditFindings(database, anchors ?? []);
      }
      let told = 0;
      // Whoever stops reading stops the walk with it.
      for await (const rows of steps()) {
        await breathe();
        if (rows - told < TOLD_EVERY) continue;
        told = rows;
        yield lineOf({ line: "progress", rows, of: Math.max(of, rows) });
      }
      const { found } = walk;
      if (found) yield lineOf(foundLine({ ...found, problem: found.problem ?? strange }, anchors));
    } finally {
      isWalking = false;
    }
  };
}

function foundLine(
  { rows, brokenAt, problem, anchored }: AuditFindings,
  anchors: readonly AuditHead[] | null,
): AuditLine {
  const isWhole = problem === null;
  const compared = anchors === null ? null : anchors.length;
  return { line: "found", isWhole, rows, brokenAt, problem: problem ?? "", anchors: compared, anchored };
}

/** The anchors, null where no node of the network answers; `strange` is what is wrong with one that is none of ours. */
async function readAnchors(horizonUrls: readonly string[], address: string | undefined) {
  try {
    return { anchors: address === undefined ? [] : await ledgerAnchors(horizonUrls, address), strange: null };
  } catch (error) {
    return { anchors: null, strange: error instanceof StrangeAnchorError ? error.message : null };
  }
}

async function noteExport(runtime: Runtime, operatorId: number, reason: string, details: string): Promise<void> {
  // To take something along changes nothing.
  const change = { before: null, after: null };
  const noted = { operatorId, action: "export-audit", userId: null, reason, details, change } as const;
  await runtime.database.transaction((session) => noteOperatorAction(runtime, session, noted));
}

function describeFilters(filters: AuditFilters): string {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function today({ clock }: Runtime): string {
  return clock.now().toISOString().slice(0, 10);
}

function lineOf(line: AuditLine): string {
  return `${JSON.stringify(line)}\n`;
}
