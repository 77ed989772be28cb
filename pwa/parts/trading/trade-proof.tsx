import { askForIdentity } from "#pwa/parts/identify/identity.ts";
import { Button } from "#pwa/ui/button.tsx";
import type { Confirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { TradeCheck } from "./agreed.ts";

interface Reviewed {
  readonly confirmation: Confirmation<TradeCheck>;
}

/**
 * Says what a trade gives away beyond what it surely brings; it stands above the rest, where nobody misses it. Nothing where nothing
 * is given away.
 */
export function GivenAway({ confirmation: { state } }: Reviewed) {
  if (!("check" in state) || state.check.givesAway.length === 0) return null;
  const words = state.check.givesAway.map(({ unit, amount }) => `${formatAmountText(amount)} ${unit}`).join(" and ");
  return (
    <Notice tone="warn" title={`This gives away ${words}`}>
      By the prices trusted here, so much more leaves than surely comes back. It counts as a payment.
    </Notice>
  );
}

/** Asks for what a payment asks for, where a trade counts as one. */
export function TradeProof({ confirmation }: Reviewed) {
  const { state, proof, setProof } = confirmation;
  if (!("check" in state)) return null;
  const { givesAway, needsPassword, needsSecondFactor, needsApproval, refusals } = state.check;
  if (givesAway.length === 0) return null;
  const isAsked = refusals.length === 0 && state.step !== "sending";
  return (
    <>
      {needsApproval && refusals.length === 0 ? <Notice>An operator looks at it first.</Notice> : null}
      {isAsked && needsSecondFactor ? (
        <CodeField value={proof.code} error={undefined} onChange={(code) => setProof({ ...proof, code })} />
      ) : null}
      {isAsked && needsPassword && !proof.isShown ? (
        <>
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            value={proof.password}
            onChange={(event) => setProof({ ...proof, password: event.target.value })}
          />
          <Button
            variant="ghost"
            onClick={() => void askForIdentity().then((isShown) => setProof({ ...proof, isShown }))}
          >
            Use a passkey instead
          </Button>
        </>
      ) : null}
    </>
  );
}

/** Whether something that is asked for was not shown yet. */
export function isProofMissing({ state, proof }: Confirmation<TradeCheck>): boolean {
  if (state.step !== "review" || state.check.givesAway.length === 0) return false;
  const { needsPassword, needsSecondFactor } = state.check;
  return (needsPassword && !proof.isShown && proof.password === "") || (needsSecondFactor && proof.code === "");
}
