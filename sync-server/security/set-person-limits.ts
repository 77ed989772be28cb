import { isDeepStrictEqual } from "node:util";
import type { ClientSession } from "mongodb";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { say } from "#schemas/say.ts";
import type { PersonLimits } from "#schemas/security.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { findUserById, readSecurityWithin } from "#server/users/index.ts";
import { changeProtections } from "./change-protections.ts";
import { readOperatorPolicyWithin } from "./operator-policy.ts";
import { compared, protectionsOf } from "./protections.ts";

interface Wish {
  readonly operatorId: number;
  readonly userId: number;
  readonly limits: PersonLimits;
  readonly reason: string;
}

/**
 * Sets somebody's limits as an operator; what lets more through is proposed. Throws `user-unknown`, `limits-unfit`, `operator-own`,
 * `proposal-open`, `operator-frozen`.
 */
export async function setPersonLimits(
  runtime: Runtime,
  approvals: Approvals,
  { operatorId, userId, limits, reason }: Wish,
): Promise<ProposalOutput | null> {
  if (!(await findUserById(runtime, userId))) throw new AppError("user-unknown");
  const former = await runtime.database.transaction(async (session) => {
    await refuseUnfit(runtime, session, limits);
    return limitsWithin(runtime, session, userId);
  });
  return approvals.decide({ content: { kind: "set-limits", userId, limits, former }, operatorId, reason });
}

/**
 * Somebody's limits: one operator lowers them, and two raise them. What rises waits besides, as if its owner had asked for it: they are
 * told, and can cancel it until then.
 */
export function limitsAct(runtime: Runtime): Act<ContentOf<"set-limits">> {
  return {
    subject: ({ userId }) => `limits ${userId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    says: ({ userId, limits }) => `The payment limits of user ${userId} become: ${wordsOf(limits)}.`,
    whySecond: async ({ userId, limits }, _operatorId, session) => {
      const { clock } = runtime;
      const now = protectionsOf(await readSecurityWithin(runtime, session, userId), clock.now());
      const isWeaker = compared(now, { ...now, ...limits }).some(({ is }) => is === "weaker");
      return isWeaker ? "It lets more through than before." : null;
    },
    prepare: ({ userId, limits, former }) =>
      Promise.resolve(async (session, by) => {
        await refuseUnfit(runtime, session, limits);
        const change = { before: former, after: limits };
        await noteAct(runtime, session, by, { action: "set-limits", userId, details: wordsOf(limits), change });
        if (!isDeepStrictEqual(await limitsWithin(runtime, session, userId), former))
          throw new AppError("proposal-outdated");
        await changeProtections(runtime, session, userId, limits);
        const { transactionLimit: amount, dailyLimit } = limits;
        const detail = say("said.limits-set", { amount, daily: dailyLimit ?? "none" });
        await notify(runtime, session, { userId, kind: "limits-set", detail });
      }),
  };
}

async function limitsWithin(runtime: Runtime, session: ClientSession, userId: number): Promise<PersonLimits> {
  const security = await readSecurityWithin(runtime, session, userId);
  const { transactionLimit, dailyLimit } = protectionsOf(security, runtime.clock.now());
  return { transactionLimit, dailyLimit };
}

/** More than nothing, and no more than anybody may send in a day. Throws `limits-unfit`. */
async function refuseUnfit({ database }: Runtime, session: ClientSession, limits: PersonLimits): Promise<void> {
  const { dailyLimit: most } = await readOperatorPolicyWithin(database, session);
  const amounts = [limits.transactionLimit, limits.dailyLimit].filter((limit) => limit !== null).map(parseAmount);
  const isFit = (amount: bigint) => amount > 0n && (most === null || amount <= parseAmount(most));
  if (!amounts.every(isFit)) throw new AppError("limits-unfit", { limit: most ?? "none" });
}

function wordsOf({ transactionLimit, dailyLimit }: PersonLimits): string {
  const daily = dailyLimit === null ? "no own limit for a day" : `at most ${dailyLimit} a day`;
  return `at most ${transactionLimit} a payment, ${daily}`;
}
