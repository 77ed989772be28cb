import type { AutomationGoOnInput } from "#schemas/automation-calls.ts";
import { AppError } from "#schemas/errors.ts";
import { acceptAs, fingerprintOf } from "#server/platform/submissions/accept.ts";
import { checkAgreed, type Trader } from "#server/trading/index.ts";
import { readSecurity } from "#server/users/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { signed, toldBooks, worthOf } from "./books.ts";
import type { AutomationDeps } from "./deps.ts";
import { isForOwnKeyAlone, planStart, type StartPlan } from "./plan-start.ts";
import { booksFrom, checkPerTrade } from "./start.ts";
import {
  type AutomationDocument,
  type AutomationFields,
  dayCollection,
  findAutomation,
  goneOnCollection,
  moveAutomation,
  type StoredBook,
} from "./store.ts";

type Deps = Omit<AutomationDeps, "onAccepted">;
type Wish = AutomationGoOnInput["goOn"];

interface GoOnPlan extends StartPlan {
  readonly seen: AutomationDocument;
  readonly books: readonly StoredBook[];
}

/** Works out what going on comes to; nothing is recorded. Throws `automation-unknown`, `automation-over`, `automation-busy`, and what {@link planStart} does. */
export async function planGoOn(
  deps: Deps,
  userId: number,
  { uid, executionMode, riskAccepted }: Wish,
): Promise<GoOnPlan> {
  const seen = await findAutomation(deps.runtime.database, { userId, uid }, null);
  if (!seen) {
    const { isFrozen } = await readSecurity(deps.runtime, userId);
    throw new AppError(isFrozen === true ? "account-frozen" : "automation-unknown");
  }
  if (seen.status === "stopped") throw new AppError("automation-over");
  if (seen.status === "inactive" || seen.under) throw new AppError("automation-busy");
  const plan = await planStart(deps, userId, { terms: seen.terms, executionMode, riskAccepted, isPaid: true });
  const fresh = plan.read ? await booksFrom(deps, plan.read) : [];
  return { ...plan, seen, books: executionMode === seen.executionMode ? caughtUp(seen.books, fresh) : fresh };
}

/** What is held stays, and what happened meanwhile is not made up for. */
function caughtUp(books: readonly StoredBook[], fresh: readonly StoredBook[]): StoredBook[] {
  return books.map((book) => {
    const last = fresh.find(({ base }) => base === book.base);
    return { ...book, open: [], candleAt: last?.candleAt ?? book.candleAt, close: last?.close ?? book.close };
  });
}

/**
 * Lets an automation go on that has paused, or changes what it does with its signals: then its books begin anew, since what is on paper is nobody's. Whoever lets it trade shows who
 * they are. Throws what {@link planGoOn} does, `automation-risk`, `automation-own-key`, `fees-risen` and `idempotency-key-reused`.
 */
export function goOn(
  deps: Deps,
  { userId, prove }: Trader,
  { goOn: wish, agreed, idempotencyKey: key }: AutomationGoOnInput,
): Promise<AutomationDocument> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf(["automation-go-on", wish]);
  return acceptAs<GoOnPlan, AutomationDocument>(
    deps,
    { userId, idempotencyKey: key, fingerprint, prove },
    {
      plan: async () => {
        await takeLookUp(runtime, userId);
        return planGoOn(deps, userId, wish);
      },
      holdTo: (plan) => {
        checkAgreed({ ...plan, fees: [] }, { ...agreed, operatorFees: [] });
        checkPerTrade(plan, agreed);
      },
      refusalsWithin: (_session, _plan, account) =>
        Promise.resolve(
          isForOwnKeyAlone(account, { ...wish, terms: _plan.seen.terms }) ? [new AppError("automation-own-key")] : [],
        ),
      former: async (session) => {
        const act = await goneOnCollection(database).findOne({ userId, key }, session ? { session } : {});
        if (act && act.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
        return act && findAutomation(database, { userId, uid: act.uid }, session);
      },
      record: async (session, plan) => {
        await goneOnCollection(database).insertOne({ userId, key, fingerprint, uid: wish.uid }, { session });
        const moved = await moveAutomation(runtime, session, plan.seen, fieldsOf(plan, wish, agreed));
        if (!moved) throw new AppError("automation-busy");
        // What was on paper and what is real are not of one day.
        if (moved.executionMode !== plan.seen.executionMode)
          await dayCollection(database).deleteMany({ automationId: moved.id }, { session });
        return moved;
      },
    },
  );
}

function fieldsOf(
  { seen, books, costs, feeRules }: GoOnPlan,
  { executionMode, riskAccepted }: Wish,
  agreed: AutomationGoOnInput["agreed"],
): AutomationFields {
  const isAnew = executionMode !== seen.executionMode;
  // From where it is now: what it fell before has been looked at.
  const height = signed(worthOf(books));
  const { profitLoss, ...told } = toldBooks({ terms: seen.terms, height }, books, seen);
  return {
    ...told,
    profitLoss: isAnew ? signed(0n) : profitLoss,
    height,
    executionMode,
    riskAccepted: riskAccepted || seen.riskAccepted,
    status: "active",
    isActive: true,
    reason: "",
    agreed,
    feeRules,
    ...(costs && { costs }),
  };
}
