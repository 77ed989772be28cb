import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { type Confirmation, type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { call } from "#pwa/platform/api/call.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { comparablePrice } from "#pwa/parts/trading/comparable-price.ts";
import { confirmationOf, type TradeCheck } from "#pwa/parts/trading/agreed.ts";
import { type OutcomeVerbs, outcomeWords } from "#pwa/parts/trading/outcome-words.ts";
import { AddedAssets, TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { GivenAway, isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { useMoved } from "#pwa/parts/trading/use-moved.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import type {
  PoolDepositCheckOutput,
  PoolDepositTerms,
  PoolWithdrawCheckOutput,
  PoolWithdrawTerms,
} from "#schemas/trading.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";

interface Ends {
  readonly onClose: () => void;
  /** It was accepted, and needs not be typed again. */
  readonly onDone: () => void;
}

/** What a deposit comes to, its one confirmation, and what became of it. */
export function DepositReview({ terms, onClose, onDone }: Ends & { readonly terms: PoolDepositTerms }) {
  const confirmation = useConfirmation(
    useMemo(() => depositCalls(terms), [terms]),
    what("pool-deposit", { codeA: codeOf(terms.assetA), codeB: codeOf(terms.assetB) }),
  );
  const { state } = confirmation;
  return (
    <PoolReview
      {...{ confirmation, onClose, onDone }}
      title={state.step === "tracking" ? t`Your deposit` : t`Check before you deposit`}
      label={t`Confirm and deposit`}
      type="pool_deposit"
      verbs={DEPOSIT_VERBS}
    >
      {"check" in state ? <DepositFacts check={state.check} terms={terms} /> : null}
    </PoolReview>
  );
}

interface DepositFactsProps {
  readonly check: PoolDepositCheckOutput;
  readonly terms: PoolDepositTerms;
}

function DepositFacts({ check: { now, exists }, terms }: DepositFactsProps) {
  const [codeA, codeB] = [codeOf(terms.assetA), codeOf(terms.assetB)];
  const [amountA, amountB] = [formatAmountText(terms.maxA), formatAmountText(terms.maxB)];
  const [least, most] = [comparablePrice(terms.minPrice), comparablePrice(terms.maxPrice)];
  return (
    <>
      {now === null ? null : (
        <Facts
          facts={[
            { name: t`${codeA} to deposit`, value: <Amount value={now.amountA} assetCode={codeA} /> },
            { name: t`${codeB} to deposit`, value: <Amount value={now.amountB} assetCode={codeB} /> },
            { name: t`Shares for it`, value: <Amount value={now.shares} /> },
          ]}
        />
      )}
      <p className="text-sm text-ink-2">
        <Trans>
          At most {amountA} {codeA} and {amountB} {codeB} leave your account. If one {codeB} comes to less than {least}{" "}
          or more than {most} {codeA}, nothing is done.
        </Trans>
      </p>
      {exists ? null : (
        <Notice>
          <Trans>There is no such pool yet. Your deposit makes it, and sets its price.</Trans>
        </Notice>
      )}
    </>
  );
}

interface WithdrawReviewProps extends Ends {
  readonly terms: PoolWithdrawTerms;
  readonly pool: Pick<PoolSummary, "assetA" | "assetB">;
}

/** The same for a withdrawal. */
export function WithdrawReview({ terms, pool, onClose, onDone }: WithdrawReviewProps) {
  const confirmation = useConfirmation(
    useMemo(() => withdrawCalls(terms), [terms]),
    what("pool-withdraw", { codeA: pool.assetA.assetCode, codeB: pool.assetB.assetCode }),
  );
  const { state } = confirmation;
  return (
    <PoolReview
      {...{ confirmation, onClose, onDone }}
      title={state.step === "tracking" ? t`Your withdrawal` : t`Check before you withdraw`}
      label={t`Confirm and withdraw`}
      type="pool_withdraw"
      verbs={WITHDRAW_VERBS}
    >
      {"check" in state ? <WithdrawFacts check={state.check} terms={terms} pool={pool} /> : null}
    </PoolReview>
  );
}

interface WithdrawFactsProps extends Pick<WithdrawReviewProps, "terms" | "pool"> {
  readonly check: PoolWithdrawCheckOutput;
}

function WithdrawFacts({ check: { now, isAll }, terms, pool }: WithdrawFactsProps) {
  const [codeA, codeB] = [pool.assetA.assetCode, pool.assetB.assetCode];
  const [leastA, leastB] = [formatAmountText(terms.minA), formatAmountText(terms.minB)];
  return (
    <>
      {now === null ? null : (
        <Facts
          facts={[
            { name: t({ message: "Shares", context: "of a pool" }), value: <Amount value={now.shares} /> },
            { name: t`${codeA} to receive`, value: <Amount value={now.amountA} assetCode={codeA} /> },
            { name: t`${codeB} to receive`, value: <Amount value={now.amountB} assetCode={codeB} /> },
          ]}
        />
      )}
      <p className="text-sm text-ink-2">
        <Trans>
          If less than {leastA} {codeA} or {leastB} {codeB} would arrive, nothing is done.
        </Trans>
        {isAll ? (
          <>
            {" "}
            <Trans>These are all of your shares: what the network kept aside for them is yours to spend again.</Trans>
          </>
        ) : null}
      </p>
    </>
  );
}

const DEPOSIT_VERBS: OutcomeVerbs = {
  get done() {
    return t({ message: "Deposited", context: "into a pool" });
  },
  doneIn: (ledger) => t({ message: `Deposited in ledger ${ledger}`, context: "into a pool" }),
  get notDone() {
    return t`Not deposited`;
  },
  get doing() {
    return t`Depositing`;
  },
  get doneText() {
    return t`Your share earns its part of the fees from now on.`;
  },
};
const WITHDRAW_VERBS: OutcomeVerbs = {
  get done() {
    return t({ message: "Withdrawn", context: "from a pool" });
  },
  doneIn: (ledger) => t({ message: `Withdrawn in ledger ${ledger}`, context: "from a pool" }),
  get notDone() {
    return t`Not withdrawn`;
  },
  get doing() {
    return t`Withdrawing`;
  },
  get doneText() {
    return t`Both assets are in your account.`;
  },
};

interface PoolReviewProps extends Ends {
  readonly confirmation: Confirmation<TradeCheck>;
  readonly title: string;
  readonly label: string;
  readonly type: "pool_deposit" | "pool_withdraw";
  readonly verbs: OutcomeVerbs;
  /** What it comes to. */
  readonly children: ReactNode;
}

function PoolReview(props: PoolReviewProps) {
  const { confirmation, title, label, type, verbs, children, onClose, onDone } = props;
  const { state } = confirmation;
  return (
    <ReviewSheet
      isHeldBack={isProofMissing(confirmation)}
      renderOutcome={(submission, isOnline) => <Outcome {...{ submission, verbs, type, isOnline }} />}
      {...{ title, label, confirmation, onClose, onDone }}
    >
      {"check" in state ? (
        <>
          <GivenAway confirmation={confirmation} />
          {children}
          <AddedAssets check={state.check} />
          <TradeCosts check={state.check} />
          <TradeProof confirmation={confirmation} />
        </>
      ) : null}
    </ReviewSheet>
  );
}

interface OutcomeProps {
  readonly submission: Submission;
  readonly verbs: OutcomeVerbs;
  readonly type: "pool_deposit" | "pool_withdraw";
  readonly isOnline: boolean;
}

function Outcome({ submission, verbs, type, isOnline }: OutcomeProps) {
  const moved = useMoved(submission, type);
  const rows = type === "pool_deposit" ? moved.out : moved.in;
  return (
    <>
      <ReviewOutcome submission={submission} words={outcomeWords(verbs, submission, isOnline)} />
      <Facts
        facts={rows.map(({ assetCode, amount }) => ({
          name: type === "pool_deposit" ? t`${assetCode} put in` : t`${assetCode} taken out`,
          value: <Amount value={amount} assetCode={assetCode} direction={type === "pool_deposit" ? "out" : "in"} />,
        }))}
      />
    </>
  );
}

function depositCalls(terms: PoolDepositTerms): ConfirmationCalls<PoolDepositCheckOutput> {
  return {
    look: (signal) => call(TRADING_ENDPOINTS.checkPoolDeposit, { body: terms, signal }),
    confirm: (check, idempotencyKey, proof) =>
      call(TRADING_ENDPOINTS.depositToPool, {
        body: { deposit: terms, ...confirmationOf(check, idempotencyKey, proof) },
      }),
  };
}

function withdrawCalls(terms: PoolWithdrawTerms): ConfirmationCalls<PoolWithdrawCheckOutput> {
  return {
    look: (signal) => call(TRADING_ENDPOINTS.checkPoolWithdraw, { body: terms, signal }),
    confirm: (check, idempotencyKey, proof) =>
      call(TRADING_ENDPOINTS.withdrawFromPool, {
        body: { withdrawal: terms, ...confirmationOf(check, idempotencyKey, proof) },
      }),
  };
}
