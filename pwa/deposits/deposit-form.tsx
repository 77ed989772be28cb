import { t } from "@lingui/core/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { type FormIssues, focusFirstIssue, readForm } from "#pwa/parts/forms/form-issues.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { plainAmount } from "#pwa/ui/typed-amount.ts";
import { CASH_APP, DepositInput, type DepositOffer, type OtherOffer } from "#schemas/deposits.ts";
import { DEPOSITS_ENDPOINTS } from "#schemas/endpoints/deposits.ts";
import { type DepositDraft, DRAFT_FIELDS, EMPTY_DRAFT, keepDraft, readDraft } from "./deposit-draft.ts";
import { amountProblem, boundsText, estimateOf, rateText } from "./deposit-words.ts";

/** At which field each refusal belongs. */
const BY_CODE = {
  "amount-not-positive": "amount",
  "amount-too-large": "amount",
  "deposit-too-small": "amount",
  "deposit-too-large": "amount",
  "deposit-claimed": "cashAppTransactionId",
} as const;

interface DepositFormProps {
  readonly offer: DepositOffer | OtherOffer;
  /** Whether the server is there to take it. */
  readonly canSend: boolean;
  readonly onDeclared: (depositId: number) => void;
}

/** Where to pay, and the payment as the person declares it. What was typed stays until it was taken. */
export function DepositForm({ offer, canSend, onDeclared }: DepositFormProps) {
  const way = wayOf(offer);
  const { methodName } = way;
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const [draft, setDraft] = useState<DepositDraft>(() => readDraft(userId, methodName));
  const action = useAction(DRAFT_FIELDS, BY_CODE);
  const { isBusy, issues, notice } = action;
  const form = useRef<HTMLFormElement>(null);
  const typed = plainAmount(draft.amount);
  const estimate = "text" in typed ? estimateOf(typed.text, offer) : null;

  useEffect(() => {
    if (Object.keys(issues).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [issues]);

  function set(change: Partial<DepositDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    keepDraft(userId, methodName, next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!canSend || isBusy) return;
    const amount = "text" in typed ? typed.text : "";
    const reading = readForm(DepositInput, { methodName, ...draft, amount });
    const found: Record<string, string> = "issues" in reading ? { ...reading.issues } : {};
    const problem = "problem" in typed ? typed.problem : amountProblem(amount, offer);
    if (problem !== null) found["amount"] = problem;
    const wrong: FormIssues = found;
    if ("issues" in reading || Object.keys(wrong).length > 0) return action.refuse(wrong);
    action.run(async () => {
      const { id } = await call(DEPOSITS_ENDPOINTS.declareDeposit, { body: reading.value });
      setDraft(EMPTY_DRAFT);
      keepDraft(userId, methodName, EMPTY_DRAFT);
      onDeclared(id);
    });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Terms offer={offer} way={way} />
      {notice === null ? null : <Notice tone="error">{notice}</Notice>}
      <DecimalField
        label={t`Amount you paid, in USD`}
        name="amount"
        value={draft.amount}
        error={issues["amount"]}
        hint={
          estimate === null
            ? way.amountHint
            : t`About ${{ amount: formatAmountText(estimate) }} XLM. The rate is fixed when your payment is approved.`
        }
        onType={(text) => set({ amount: text })}
      />
      <TextField
        label={way.handle.label}
        name="cashAppUsername"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={way.handle.placeholder}
        value={draft.cashAppUsername}
        error={issues["cashAppUsername"]}
        hint={way.handle.hint}
        onChange={(event) => set({ cashAppUsername: event.target.value })}
      />
      <TextField
        label={way.id.label}
        name="cashAppTransactionId"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClassName="font-mono text-sm"
        value={draft.cashAppTransactionId}
        error={issues["cashAppTransactionId"]}
        hint={way.id.hint}
        onChange={(event) => set({ cashAppTransactionId: event.target.value })}
      />
      <Button type="submit" loading={isBusy} disabled={!canSend}>
        {isBusy ? t`Telling us` : t`I have paid`}
      </Button>
    </form>
  );
}

/** What is said of a way to pay in: of Cash App by us, of any other by operators. */
interface Way {
  readonly methodName: string;
  readonly recipient: string;
  readonly copy: string;
  readonly amountHint: string | undefined;
  readonly handle: { readonly label: string; readonly hint: string | undefined; readonly placeholder: string };
  readonly id: { readonly label: string; readonly hint: string | undefined };
}

function wayOf(offer: DepositOffer | OtherOffer): Way {
  if ("methodName" in offer) {
    const { methodName, handleLabel, idLabel } = offer;
    return {
      methodName,
      recipient: t`Pay to`,
      copy: t`Copy whom to pay`,
      amountHint: undefined,
      handle: { label: handleLabel, hint: undefined, placeholder: "" },
      id: { label: idLabel, hint: undefined },
    };
  }
  return {
    methodName: CASH_APP,
    recipient: t`Pay in Cash App to`,
    copy: t`Copy cashtag`,
    amountHint: t`What you paid in Cash App.`,
    handle: { label: t`Your cashtag`, hint: t`The one you paid from.`, placeholder: "$" },
    id: { label: t`Transaction id`, hint: t`Cash App shows it on the payment’s receipt, as “Identifier”.` },
  };
}

/** Where to pay, and at what rate. */
function Terms({ offer, way }: { readonly offer: DepositOffer; readonly way: Way }) {
  const bounds = boundsText(offer);
  return (
    <Facts
      facts={[
        {
          name: way.recipient,
          value: (
            <span className="inline-flex max-w-full items-center gap-1">
              <span className="min-w-0 break-all">{offer.recipient}</span>
              <CopyButton text={offer.recipient} label={way.copy} />
            </span>
          ),
        },
        {
          name: t`Rate now`,
          value: <span className="numeric">{rateText(offer.xlmRate)}</span>,
        },
        ...(bounds === null ? [] : [{ name: t`One deposit`, value: <span className="numeric">{bounds}</span> }]),
      ]}
    />
  );
}
