import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { plainDecimal } from "#pwa/console/desk/plain-decimal.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import type { HousePurpose } from "#schemas/overview.ts";
import { HouseTransferInput, type HouseAsset, type TreasuryAccount } from "#schemas/treasury.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { ownOf } from "./treasury-words.ts";

const FIELDS = ["to", "amount", "reason"];

interface TransferSheetProps {
  readonly accounts: readonly TreasuryAccount[];
  readonly onClose: () => void;
}

interface Draft {
  readonly from: HousePurpose;
  readonly to: HousePurpose;
  /** `CODE-ISSUER`; the issuer of XLM is empty. */
  readonly asset: string;
  readonly amount: string;
  readonly reason: string;
}

/** Money from one account of the house to another. A sheet is one transfer: whatever is lost on the way, it is made once. */
export function TransferSheet({ accounts, onClose }: TransferSheetProps) {
  const [draft, setDraft] = useState<Draft>({
    from: "treasury",
    to: "sponsor",
    asset: "XLM-",
    amount: "",
    reason: "",
  });
  const [idempotencyKey] = useState(newIdempotencyKey);
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const { asset } = chosenOf(accounts, draft);

  function save() {
    const { from, to, amount, reason } = draft;
    const { assetCode, issuer } = asset ?? { assetCode: "XLM", issuer: "" };
    const read = readForm(HouseTransferInput, {
      from,
      to,
      assetCode,
      issuer,
      amount: plainDecimal(amount),
      reason,
      idempotencyKey,
    });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(TREASURY_ENDPOINTS.moveHouseMoney, { body: read.value });
      tellOutcome(answer, t`The money is on its way`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Move money`}
      description={t`Money moves between accounts of the house alone, and a second operator has to agree first unless it is set otherwise.`}
      action={action}
      submit={t`Move it`}
      isReady={asset !== undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <TransferFields accounts={accounts} draft={draft} issues={action.issues} onChange={setDraft} />
      <ReasonField
        most={300}
        value={draft.reason}
        error={action.issues["reason"]}
        onChange={(reason) => setDraft({ ...draft, reason })}
      />
    </ActSheet>
  );
}

/** What of the draft there is: its account, and the asset of that. */
function chosenOf(accounts: readonly TreasuryAccount[], { from, asset }: Draft) {
  const account = accounts.find(({ purpose }) => purpose === from);
  return { account, asset: account?.assets.find((each) => keyOf(each) === asset) };
}

function keyOf({ assetCode, issuer }: Pick<HouseAsset, "assetCode" | "issuer">): string {
  return `${assetCode}-${issuer}`;
}

interface FieldsProps {
  readonly accounts: readonly TreasuryAccount[];
  readonly draft: Draft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: Draft) => void;
}

function TransferFields({ accounts, draft, issues, onChange }: FieldsProps) {
  const { account, asset } = chosenOf(accounts, draft);
  const own = asset && formatAmount(ownOf(asset));
  const [left, assetCode] = [own === undefined ? "" : formatAmountText(own), asset?.assetCode ?? ""];
  const purposes = accounts.map(({ purpose }) => ({ value: purpose, label: houseAccountWords(purpose) }));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t`From the account`}
          options={purposes}
          value={draft.from}
          onValueChange={(from) => onChange({ ...draft, from, asset: "XLM-" })}
        />
        <SelectField
          label={t`To the account`}
          error={issues["to"]}
          options={purposes}
          value={draft.to}
          onValueChange={(to) => onChange({ ...draft, to })}
        />
      </div>
      {account === undefined || account.assets.length < 2 ? null : (
        <SelectField
          label={t`Asset`}
          options={account.assets.map((each) => ({
            value: keyOf(each),
            label: each.issuer === "" ? each.assetCode : `${each.assetCode} ${shortenAddress(each.issuer)}`,
          }))}
          value={draft.asset}
          onValueChange={(next) => onChange({ ...draft, asset: next })}
        />
      )}
      {asset === undefined ? (
        <Notice tone="warn">{t`This account is not on the network yet, so nothing can be moved out of it.`}</Notice>
      ) : (
        <DecimalField
          name="amount"
          label={t({ message: "Amount", context: "of a payment" })}
          hint={t`${left} ${assetCode} of this account is the house's own to move.`}
          value={draft.amount}
          error={issues["amount"]}
          onType={(amount) => onChange({ ...draft, amount })}
        />
      )}
    </>
  );
}
