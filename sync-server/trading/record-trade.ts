import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { TradeAgreed } from "#schemas/trading.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";
import { accept, fingerprintOf, type Request } from "#server/platform/submissions/accept.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { refusalsWithin, type TradeDeps, type TradePlan } from "./plan-trade.ts";

/** Who confirms a trade, and how they show who they are. */
export type Trader = Pick<Request, "userId" | "prove">;

/** A trade as a person confirmed it. */
export interface Confirmation {
  readonly idempotencyKey: string;
  readonly agreed: TradeAgreed;
  /** What was confirmed, by which a key reused for something else is found out. */
  readonly content: object;
  /** Since when it has been known what is to be done, where that was not confirmed just now. */
  readonly knownSince?: Date | null;
  /** Done within the transaction that records the submission, and with it or not at all: what it throws leaves nothing behind. */
  readonly alongside?: (session: ClientSession, submission: SubmissionDocument) => Promise<void>;
}

/** What was confirmed, own orders to be taken back with it. */
export function contentOf(content: readonly unknown[], takesBack: readonly string[]): readonly unknown[] {
  return takesBack.length === 0 ? content : [...content, takesBack];
}

/** Accepts a trade; see {@link accept}. */
export function recordTrade(
  deps: TradeDeps,
  { userId, prove }: Trader,
  { idempotencyKey, agreed, content, knownSince, alongside }: Confirmation,
  plan: () => Promise<TradePlan>,
): Promise<SubmissionDocument> {
  const request = { userId, idempotencyKey, fingerprint: fingerprintOf(content), prove };
  return accept(deps, request, {
    plan: async () => {
      await takeLookUp(deps.runtime, userId);
      return plan();
    },
    holdTo: (planned) => checkAgreed(planned, agreed),
    refusalsWithin: (session, planned, account) => refusalsWithin(deps.runtime, session, planned, account),
    draft: ({ wish, steps, holds, fee, feePayer }) => ({
      kind: wish.kind,
      steps,
      memo: "",
      holds,
      fee: String(fee),
      feeLimit: String(parseAmount(agreed.networkFee)),
      feePayer,
      ...(knownSince && { knownSince }),
    }),
    ...(alongside && { alongside }),
  });
}

/** Nobody pays more beside their trade than they were shown. Throws `fees-risen`. */
export function checkAgreed({ fee, feePayer, fees }: TradePlan, agreed: TradeAgreed): void {
  const networkFee = feePayer === null ? fee : 0n;
  const isWithin = fees.every(({ asset, amount }) =>
    agreed.operatorFees.some(
      (shown) =>
        isSameAsset(asset, { assetCode: shown.assetCode, issuer: shown.issuer ?? "" }) &&
        amount <= parseAmount(shown.amount),
    ),
  );
  if (!isWithin || networkFee > parseAmount(agreed.networkFee)) throw new AppError("fees-risen");
}
