import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import {
  agreedFee,
  type Confirmation,
  type ConfirmationCalls,
  useConfirmation,
} from "#pwa/parts/confirming/use-confirmation.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { MULTISIG_ENDPOINTS } from "#schemas/endpoints/multisig.ts";
import type { MultisigCheckOutput, MultisigTurn } from "#schemas/multisig.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";

/** The one confirmation of turning the second key on, by what is signed with it, or off. */
export function useTurn(turn: MultisigTurn): Confirmation<MultisigCheckOutput> {
  return useConfirmation(
    useMemo(() => callsFor(turn), [turn]),
    what(turn === "on" ? "second-key-on" : "second-key-off"),
  );
}

function callsFor(turn: MultisigTurn): ConfirmationCalls<MultisigCheckOutput> {
  return {
    look: (signal) => call(MULTISIG_ENDPOINTS.checkMultisig, { body: { turn }, signal }),
    confirm: (check, idempotencyKey, { signedXdr, code }) => {
      const body = { networkFee: agreedFee(check), idempotencyKey };
      return turn === "on"
        ? call(MULTISIG_ENDPOINTS.turnMultisigOn, { body: { ...body, signedXdr, ...(code !== "" && { code }) } })
        : call(MULTISIG_ENDPOINTS.turnMultisigOff, { body });
    },
  };
}

interface CostsProps {
  readonly turn: MultisigTurn;
  readonly check: MultisigCheckOutput;
}

/** What it takes, in words. */
export function Costs({ turn, check }: CostsProps) {
  return (
    <Facts
      facts={[
        ...(turn === "on"
          ? [{ name: t`Kept aside while it is on`, value: <Amount value={check.reserve} assetCode="XLM" /> }]
          : []),
        {
          name: t`Network fee, at most`,
          value: check.isFeeSponsored ? t`Paid for you` : <Amount value={check.networkFee} assetCode="XLM" />,
        },
      ]}
    />
  );
}
