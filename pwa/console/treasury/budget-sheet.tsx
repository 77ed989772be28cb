import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { formatPlain } from "#pwa/console/desk/plain-amount.ts";
import { plainDecimal } from "#pwa/console/desk/plain-decimal.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import { HouseBudgetInput, type TreasuryAccount } from "#schemas/treasury.ts";
import { budgetedAssets } from "./treasury-words.ts";

const FIELDS = ["daily", "reason"];

interface BudgetSheetProps {
  readonly account: TreasuryAccount;
  readonly onClose: () => void;
}

/** How much may be paid out of an account within 24 hours. What was set when the sheet opened is what it is changed from. */
export function BudgetSheet({ account: { purpose, ...account }, onClose }: BudgetSheetProps) {
  const [assets] = useState(() => budgetedAssets(account));
  const [chosen, setChosen] = useState(assets[0]?.key ?? "");
  const asset = assets.find(({ key }) => key === chosen);
  const [daily, setDaily] = useState(formatPlain(asset?.former ?? null));
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const name = houseAccountWords(purpose);

  function save() {
    const { assetCode = "XLM", issuer = "", former = null } = asset ?? {};
    const most = daily.trim() === "" ? null : plainDecimal(daily);
    const read = readForm(HouseBudgetInput, { purpose, assetCode, issuer, daily: most, former, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(TREASURY_ENDPOINTS.setHouseBudget, { body: read.value });
      tellOutcome(answer, most === null ? t`There is no budget any more` : t`The budget is set`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Daily budget: ${name}`}
      description={t`Payments beyond it wait or are refused until older ones are a day old. A lower budget holds at once; a higher one, or none, takes a second operator.`}
      action={action}
      submit={t`Set the budget`}
      isReady={asset !== undefined}
      onSubmit={save}
      onClose={onClose}
    >
      {assets.length < 2 ? null : (
        <SelectField
          label={t`Asset`}
          options={assets.map(({ key, assetCode, issuer }) => ({
            value: key,
            label: issuer === "" ? assetCode : `${assetCode} ${shortenAddress(issuer)}`,
          }))}
          value={chosen}
          onValueChange={(key) => {
            setChosen(key);
            setDaily(formatPlain(assets.find((each) => each.key === key)?.former ?? null));
          }}
        />
      )}
      <DecimalField
        name="daily"
        label={t`At most within 24 hours`}
        hint={t`Empty for no limit. Network fees do not count.`}
        value={daily}
        error={action.issues["daily"]}
        onType={setDaily}
      />
      <ReasonField most={300} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
