import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  type AcceptDeps,
  acceptAs,
  fingerprintOf,
  type Planned,
  type Request,
} from "#server/platform/submissions/accept.ts";
import { refuseMany } from "./plan-standing.ts";
import { sealOrder, STANDING_ORDERS, standingCollection, type StandingDocument, type StoredStanding } from "./store.ts";

/** Orders that one person may place in a day: those that ended stay in their list. */
const PLACED_A_DAY = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

export type Placed = Pick<StandingDocument, "uid" | "state">;

/** What was confirmed under a key, and who shows that they are its owner. */
interface Placing extends Pick<Request, "userId" | "prove"> {
  readonly uid: string;
  readonly content: readonly unknown[];
}

interface StandingAct<P> {
  readonly plan: () => Promise<P>;
  readonly holdTo: (planned: P) => void;
  readonly fieldsOf: (planned: P, fingerprint: string) => StoredStanding;
}

/**
 * Accepts what is to be kept as a standing order; see {@link acceptAs}. Throws what stands against it, `durable-own-key`,
 * `durable-too-many`, `rate-limited` and `idempotency-key-reused`.
 */
export function acceptStanding<P extends Planned>(
  deps: AcceptDeps,
  { userId, prove, uid, content }: Placing,
  { plan, holdTo, fieldsOf }: StandingAct<P>,
): Promise<Placed> {
  const { runtime } = deps;
  const { database } = runtime;
  const fingerprint = fingerprintOf(content);
  return acceptAs<P, Placed>(
    deps,
    { userId, idempotencyKey: uid, fingerprint, prove },
    {
      plan: async () => {
        await createAttemptLimit(runtime, "durable-of-day", PLACED_A_DAY, DAY_MS).take(String(userId));
        return plan();
      },
      holdTo,
      refusalsWithin: (session, _plan, account) =>
        account.isShared ? Promise.resolve([new AppError("durable-own-key")]) : refuseMany(deps, userId, session),
      former: (session) => formerOf(runtime, { userId, uid, fingerprint }, session),
      record: async (session, planned) => {
        const fields = fieldsOf(planned, fingerprint);
        await putReplicated(database, session, STANDING_ORDERS, userId, [{ uid, fields }]);
        await sealOrder(database, session, { userId, uid });
        return { uid, state: fields.state };
      },
    },
  );
}

/** The order that a confirmation placed, whatever became of it since; null where there is none. */
export function placedBy(
  { database }: Pick<Runtime, "database">,
  session: ClientSession | null,
  { userId, idempotencyKey: uid }: { readonly userId: number; readonly idempotencyKey: string },
): Promise<StandingDocument | null> {
  return standingCollection(database).findOne({ userId, uid }, inSession(session));
}

type Confirmed = Pick<StandingDocument, "userId" | "uid" | "fingerprint">;

/** The order of the same confirmation. Throws `idempotency-key-reused`. */
async function formerOf(runtime: Runtime, { userId, uid, fingerprint }: Confirmed, session: ClientSession | null) {
  const former = await placedBy(runtime, session, { userId, idempotencyKey: uid });
  if (former && former.fingerprint !== fingerprint) throw new AppError("idempotency-key-reused");
  return former;
}
