import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { noteOperatorAction } from "#server/approvals/index.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { exportAccounts } from "./export-accounts.ts";
import { periodOf } from "./period.ts";

/** Files that one operator takes in an hour: each reads a whole period. */
const EXPORTS = 60;
const EXPORTS_MS = 60 * 60 * 1000;

/** Serves operators what an accountant asks for. */
export function registerAccounting(app: FastifyInstance, runtime: Runtime): void {
  const { database } = runtime;
  const exports = createAttemptLimit(runtime, "export-accounts", EXPORTS, EXPORTS_MS);
  route(app, ENDPOINTS.exportAccounts, async ({ session, query, reply }) => {
    const { part, from, to, reason } = query;
    await exports.take(String(session.userId));
    const details = `${part} from ${from} to ${to}`;
    // To take something along changes nothing.
    const noted = { operatorId: session.userId, action: "export-accounts", userId: null, reason, details } as const;
    const row = { ...noted, change: { before: null, after: null } };
    await database.transaction((within) => noteOperatorAction(runtime, within, row));
    reply.header("content-disposition", `attachment; filename="${part}-${from}-${to}.csv"`);
    return exportAccounts(database, part, periodOf({ from, to }));
  });
}
