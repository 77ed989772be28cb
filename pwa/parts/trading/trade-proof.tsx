import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { askToShowPasskey } from "#pwa/parts/identify/identity.ts";
import { Button } from "#pwa/ui/button.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import type { Confirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { formatAmountText, formatList } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { TradeCheck } from "./agreed.ts";

interface Reviewed {
  readonly confirmation: Confirmation<Provable>;
}

/** What of a check tells what is asked for. */
type Provable = Pick<TradeCheck, "givesAway" | "needsPassword" | "needsSecondFactor" | "needsApproval" | "refusals">;

/**
 * Says what a trade gives away beyond what it surely brings; it stands above the rest, where nobody misses it. Nothing where nothing
 * is given away.
 */
export function GivenAway({ confirmation: { state } }: Reviewed) {
  if (!("check" in state) || state.check.givesAway.length === 0) return null;
  const amounts = formatList(state.check.givesAway.map(({ unit, amount }) => `${formatAmountText(amount)} ${unit}`));
  return (
    <Notice tone="warn" title={t`This gives away ${amounts}`}>
      <Trans>By the prices trusted here, so much more leaves than surely comes back. It counts as a payment.</Trans>
    </Notice>
  );
}

interface TradeProofProps extends Reviewed {
  /** While there is something else to be answered first. */
  readonly isHeldBack?: boolean;
  /** Whether it is a payment in any case. */
  readonly isPayment?: boolean;
}

/** Asks for what a payment asks for, where a trade counts as one, or acts when nobody is there. */
export function TradeProof({ confirmation, isHeldBack = false, isPayment = false }: TradeProofProps) {
  const { state, proof, setProof, confirm } = confirmation;
  const isOnline = useOnline();
  // Whoever closed the review meanwhile confirms nothing.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  async function showPasskey() {
    const passkey = await askToShowPasskey();
    if (passkey !== null && isShown.current) await confirm({ password: "", code: "", passkey });
  }
  if (!("check" in state)) return null;
  const { givesAway, needsPassword, needsSecondFactor, needsApproval, refusals } = state.check;
  const isAsked = refusals.length === 0 && state.step === "review" && (needsPassword || needsSecondFactor);
  return (
    <>
      {givesAway.length > 0 && needsApproval && refusals.length === 0 ? (
        <Notice>
          <Trans>An operator looks at it first.</Trans>
        </Notice>
      ) : null}
      {isAsked ? (
        <Button
          variant="secondary"
          size="lg"
          className="w-full"
          disabled={isHeldBack || !isOnline}
          onClick={() => void showPasskey()}
        >
          <Trans>Confirm with a passkey</Trans>
        </Button>
      ) : null}
      {isAsked && needsPassword ? (
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          hint={HINTS[isPayment || givesAway.length > 0 ? "payment" : "likeOne"]}
          value={proof.password}
          onChange={(event) => setProof({ ...proof, password: event.target.value })}
        />
      ) : null}
      {isAsked && needsSecondFactor ? (
        <CodeField value={proof.code} error={undefined} onChange={(code) => setProof({ ...proof, code })} />
      ) : null}
    </>
  );
}

const HINTS = {
  get payment() {
    return t`Your settings ask for it before every payment.`;
  },
  get likeOne() {
    return t`Your settings ask for it before every payment, and this may come to one.`;
  },
};

/** Whether something that is asked for was not shown yet. */
export function isProofMissing({ state, proof }: Confirmation<Provable>): boolean {
  if (state.step !== "review") return false;
  const { needsPassword, needsSecondFactor } = state.check;
  return (needsPassword && proof.password === "") || (needsSecondFactor && proof.code === "");
}
