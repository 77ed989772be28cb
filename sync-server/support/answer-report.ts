import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { noteAct, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { closeIssue } from "#server/platform/issues/issues.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { causeOf, NOBODY, type Report, reportsOf, stateOf } from "./reports.ts";

interface Word {
  readonly operatorId: number;
  /** The answer, or why it is closed without one. */
  readonly reason: string;
}

/** Tells whoever sent it what support found. It waits no more. Throws `report-unknown`, `report-closed`, `operator-own`. */
export function answerReport(runtime: Runtime, id: number, { operatorId, reason }: Word): Promise<void> {
  return decide(runtime, id, { operatorId, reason }, async (session, { userId }) => {
    const answer = { text: reason, by: operatorId, at: runtime.clock.now() };
    // Whoever has no account is told by mail: `mail-answers.ts`.
    if (userId === NOBODY) return { state: "answered" as const, answer };
    const told = { userId, kind: "support-answered", cause: `report ${id}`, detail: reason } as const;
    await notify(runtime, session, { ...told, ways: { push: true, mail: true } });
    return { state: "answered" as const, answer };
  });
}

/** Puts it away: nobody is told. Throws like {@link answerReport}. */
export function closeReport(runtime: Runtime, id: number, word: Word): Promise<void> {
  return decide(runtime, id, word, () => Promise.resolve({ state: "closed" as const }));
}

/** Of two operators at once one decides: what is decided is no longer open. */
async function decide(
  runtime: Runtime,
  id: number,
  { operatorId, reason }: Word,
  carryOut: (
    session: ClientSession,
    report: Report,
  ) => Promise<Partial<Report> & { readonly state: "answered" | "closed" }>,
): Promise<void> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const report = await reportsOf(database).findOne({ id }, { session, projection: { picture: 0 } });
    if (!report) throw new AppError("report-unknown");
    const { userId } = report;
    refuseOwn(operatorId, userId);
    if (stateOf(report) !== "open") throw new AppError("report-closed");
    const fields = await carryOut(session, report);
    const { state } = fields;
    const change = { before: { report: id, state: "open" }, after: { report: id, state } };
    const action = state === "answered" ? "answer-report" : "close-report";
    await noteAct(
      runtime,
      session,
      { operatorId, reason },
      {
        action,
        userId: userId === NOBODY ? null : userId,
        details: `report ${id}`,
        change,
      },
    );
    const moved = await reportsOf(database).updateOne({ id, state: { $exists: false } }, { $set: fields }, { session });
    if (moved.matchedCount === 0) throw new AppError("report-closed");
    await closeIssue(runtime, causeOf(id), `${state} by operator ${operatorId}`, session, operatorId);
  });
}
