import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useMemo, useState } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { STAKING_ENDPOINTS } from "#schemas/endpoints/staking.ts";
import type { UnstakeCheckOutput, UnstakeWish } from "#schemas/staking-calls.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { Stake } from "./use-staking.ts";

interface UnstakeSheetProps {
  readonly stake: Stake;
  readonly onClose: () => void;
}

/** Taking a stake out: of a flexible one how much first, of a locked one all of it. */
export function UnstakeSheet({ stake, onClose }: UnstakeSheetProps) {
  const isFlexible = stake.terms.lockupDays === 0;
  const [amount, setAmount] = useState<string | null>(null);
  const [isChosen, setChosen] = useState(!isFlexible);
  if (!isChosen)
    return (
      <PartForm
        stake={stake}
        onClose={onClose}
        onChoose={(part) => {
          setAmount(part);
          setChosen(true);
        }}
      />
    );
  return <UnstakeReview {...{ stake, amount, onClose }} onBack={isFlexible ? () => setChosen(false) : onClose} />;
}

interface PartFormProps extends UnstakeSheetProps {
  /** Null for all of it. */
  readonly onChoose: (amount: string | null) => void;
}

function PartForm({ stake, onClose, onChoose }: PartFormProps) {
  const { assetCode, left } = stake;
  const [typed, setTyped] = useState(() => formatAmountShort(parseAmount(left)));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = readAmount(typed);
    if (typeof amount === "string") return setProblem(amount);
    if (amount === 0n) return setProblem(sentenceOf("amount-not-positive"));
    return onChoose(amount === parseAmount(left) ? null : formatAmountShort(amount));
  }
  return (
    <Sheet title={t`Take out`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <DecimalField
          name="amount"
          label={t`${assetCode} to take out`}
          value={typed}
          error={problem}
          onType={setTyped}
        />
        <Button type="submit" size="lg">
          <Trans>Review</Trans>
        </Button>
      </form>
    </Sheet>
  );
}

interface UnstakeReviewProps extends UnstakeSheetProps {
  readonly amount: string | null;
  readonly onBack: () => void;
}

function UnstakeReview({ stake, amount, onBack, onClose }: UnstakeReviewProps) {
  const { id, uid, assetCode, left } = stake;
  const wish = useMemo(() => ({ stakeId: id, amount }), [id, amount]);
  const confirmation = useConfirmation(
    useMemo(() => callsFor(wish, uid), [wish, uid]),
    what("unstake", { amount: amount ?? left, assetCode }),
  );
  const { state } = confirmation;
  const check = "check" in state ? state.check : null;
  return (
    <ReviewSheet
      title={t`Check before you take it out`}
      label={check?.isEarly === true ? t`Leave early all the same` : t`Confirm and take out`}
      isDangerous={check?.isEarly ?? false}
      renderPlaced={() => (
        <Notice title={t`It is on its way back`}>
          <Trans>You are told once the ledger has it. You can close this.</Trans>
        </Notice>
      )}
      confirmation={confirmation}
      onClose={onBack}
      onDone={onClose}
    >
      {check === null ? null : <UnstakeFacts check={check} />}
    </ReviewSheet>
  );
}

function UnstakeFacts({ check }: { readonly check: UnstakeCheckOutput }) {
  const { assetCode, amount, earlyFee, operatorFee, receives, rewards, owed, forfeits, stays, isEarly } = check;
  const money = (name: string, value: string) => ({ name, value: <Amount value={value} assetCode={assetCode} /> });
  const some = (name: string, value: string) => (parseAmount(value) === 0n ? [] : [money(name, value)]);
  return (
    <>
      {isEarly ? (
        <Notice tone="warn" title={t`You leave early`}>
          <Trans>It is still locked. The fee stays with the pool, and rewards that were not paid are given up.</Trans>
        </Notice>
      ) : null}
      <Facts
        facts={[
          money(t`Out of the stake`, amount),
          ...some(t`Fee for leaving early`, earlyFee),
          ...some(t`Fee to Astrolabe`, operatorFee),
          money(t`Back in your account`, receives),
          ...some(t`Rewards paid with it`, rewards),
          ...some(t`Rewards given up`, forfeits),
          ...some(t`Stays staked`, stays),
        ]}
      />
      {parseAmount(owed) === 0n ? null : (
        <Notice tone="warn" title={t`The pool of rewards is empty`}>
          <Trans>
            Your own money comes back at once. <Amount value={owed} assetCode={assetCode} /> of rewards are owed to you;
            get them here once there is more, first come, first served.
          </Trans>
        </Notice>
      )}
    </>
  );
}

function callsFor(wish: UnstakeWish, uid: string): ConfirmationCalls<UnstakeCheckOutput> {
  return {
    look: (signal) => call(STAKING_ENDPOINTS.checkUnstake, { body: wish, signal }),
    confirm: async ({ receives, isEarly }, idempotencyKey) => {
      const body = { unstake: wish, agreed: { receives, isEarly }, idempotencyKey };
      const { state } = await call(STAKING_ENDPOINTS.unstake, { body });
      return { placed: { uid, state } };
    },
  };
}
