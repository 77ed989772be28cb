import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { Code } from "#pwa/console/desk/code.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { ResolutionInput } from "#schemas/wallet.ts";
import type { Payment } from "./payment-words.ts";

const FIELDS = ["ledger", "evidence"];

interface SheetProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

/** What an operator found out about a payment of which nobody could tell. The server looks for itself; what it cannot see takes two. */
export function ResolveSheet({ payment: { id, hash, innerHash }, onClose }: SheetProps) {
  const [outcome, setOutcome] = useState<"confirmed" | "failed">("confirmed");
  const [ledger, setLedger] = useState("");
  const [evidence, setEvidence] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function resolve() {
    if (outcome === "confirmed" && !/^[1-9]\d{0,9}$/.test(ledger))
      return action.refuse({ ledger: t`Enter the number of the ledger that holds it.` });
    const read = readForm(
      ResolutionInput,
      outcome === "confirmed" ? { outcome, ledger: Number(ledger), evidence } : { outcome, evidence },
    );
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(OPERATORS_ENDPOINTS.resolveSubmission, { params: { id }, body: read.value });
      tellOutcome(answer, t`Payment ${id} is settled`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`What became of payment ${id}?`}
      description={t`Look for its hash in more than one explorer first. Where our own node shows something else, nothing is done; what it does not show takes a second operator.`}
      action={action}
      submit={t`Settle it so`}
      onSubmit={resolve}
      onClose={onClose}
    >
      <Facts
        facts={[
          ...(hash === null ? [] : [{ name: t`Hash`, value: <Code text={hash} /> }]),
          ...(innerHash === null ? [] : [{ name: t`Hash within the fee bump`, value: <Code text={innerHash} /> }]),
        ]}
      />
      <Segments
        label={t`What became of it`}
        isWide
        items={[
          { value: "confirmed", label: t`A ledger holds it` },
          { value: "failed", label: t`Nothing was paid` },
        ]}
        value={outcome}
        onValueChange={setOutcome}
      />
      {outcome === "confirmed" ? (
        <TextField
          label={t`Ledger`}
          name="ledger"
          inputMode="numeric"
          autoComplete="off"
          value={ledger}
          error={action.issues["ledger"]}
          onChange={(event) => setLedger(event.target.value.trim())}
        />
      ) : null}
      <ReasonField
        label={t`How it is known`}
        hint={t`Where you looked, and what you saw. It stays with the payment.`}
        most={300}
        value={evidence}
        error={action.issues["evidence"]}
        onChange={setEvidence}
      />
    </ActSheet>
  );
}
