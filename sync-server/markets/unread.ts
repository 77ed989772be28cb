import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { describeProblem } from "#server/platform/network/answers.ts";
import type { NetworkTransaction } from "#server/platform/network/network.ts";
import { stateCollection } from "./market-store.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

export const UNREAD_CHECK = "markets-unread";
/** Between two comparisons with Horizon for such a reason: whoever makes many must not have it read without end. */
const EVERY_MS = 60_000;
const PROBLEM_LENGTH = 500;

/** Transactions that the recorder went past because nobody here understands them. */
export class UnreadTransactions {
  #count = 0;
  #last: { readonly hash: string; readonly ledger: number; readonly problem: string } | null = null;
  #dueMs = 0;

  readonly note = ({ hash, ledger }: NetworkTransaction, error: unknown): void => {
    this.#count += 1;
    this.#last = { hash, ledger, problem: describeProblem(error).slice(0, PROBLEM_LENGTH) };
  };

  forget(): void {
    this.#count = 0;
    this.#last = null;
  }

  /** Opens an issue for what was noted, and has the index compared with Horizon, which knows what it did. */
  async tell(runtime: Pick<Runtime, "database" | "clock" | "log">): Promise<void> {
    const [last, count] = [this.#last, this.#count];
    this.forget();
    if (!last) return;
    const { hash, ledger, problem } = last;
    runtime.log.error({ hash, ledger, problem, count }, "transactions were left out of the markets");
    await openIssue(runtime, {
      type: "markets",
      checkId: UNREAD_CHECK,
      title: issueSaid("issue.unread"),
      description: issueSaid("issue.unread.means", { hash, ledger, problem }),
      severity: "error",
      metadata: { hash, ledger, problem, count },
    });
    if (performance.now() < this.#dueMs) return;
    this.#dueMs = performance.now() + EVERY_MS;
    await stateCollection(runtime.database).updateOne({ _id: "markets" }, { $set: { isCheckAsked: true } });
  }
}
