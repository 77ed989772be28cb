import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** Of each find operators are told once by each process: it may be met with every request. */
const told = new WeakMap<object, Set<string>>();

/** Tells operators of a row that was written past the server; what it says is not believed. */
export async function tellForged(
  { database, clock, log }: Pick<Runtime, "database" | "clock" | "log">,
  what: string,
  metadata: Readonly<Record<string, unknown>>,
): Promise<void> {
  const known = told.get(database.db) ?? new Set();
  told.set(database.db, known);
  if (known.has(what)) return;
  known.add(what);
  log.error({ what, ...metadata }, "something was written past the server");
  await openIssue(
    // It may be met within a job's transaction, whose fence would keep this one waiting for that, and that for this.
    { database: database.unfenced ?? database, clock },
    {
      type: "custody",
      checkId: "forged",
      subject: what.replaceAll(/[^a-zA-Z0-9]+/g, "-"),
      title: issueSaid("issue.forged", { what }),
      description: issueSaid("issue.forged.means"),
      severity: "critical",
      metadata,
    },
  ).catch((error: unknown) => {
    known.delete(what);
    throw error;
  });
}
