import type { Check } from "#server/platform/checks/check.ts";
import type { Database } from "#server/platform/db/database.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import type { OpenReason } from "./plan-turn.ts";

/** Knows the open issues upon which any check rests, and reads them only where any may have changed. */
export interface Reasons {
  read(): Promise<readonly OpenReason[]>;
  /** They have changed: of what other processes write it hears by itself. */
  forget(): void;
  stop(): void;
}

export function watchReasons(database: Database, checks: readonly Check[]): Reasons {
  const names = [...new Set(checks.flatMap(({ dependsOn }) => dependsOn))];
  let known: Promise<readonly OpenReason[]> | null = null;
  const forget = (): void => {
    known = null;
  };
  const stop = names.length === 0 ? () => undefined : database.changes.on(["system_issues"], forget);

  async function ask(): Promise<readonly OpenReason[]> {
    const filter = { checkId: { $in: names }, status: "active" } as const;
    return issuesOf(database)
      .find(filter, { projection: { id: 1, checkId: 1 }, sort: { id: 1 } })
      .toArray();
  }

  return {
    forget,
    stop,
    async read() {
      if (names.length === 0) return [];
      // What changes meanwhile has it forgotten, and read again the next time.
      known ??= ask();
      const asked = known;
      return asked.catch((error: unknown) => {
        if (known === asked) forget();
        throw error;
      });
    },
  };
}
