import { t } from "@lingui/core/macro";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { CloseAccountInput } from "#schemas/closing.ts";
import { CLOSING_ENDPOINTS } from "#schemas/endpoints/closing.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { requiredText } from "#schemas/values/fields.ts";
import * as v from "valibot";
import { listWords, type Rest } from "./closing.ts";

const FIELDS = ["sendRestTo", "memo"];
const FIELD_OF_CODE = {
  "address-malformed": "sendRestTo",
  "recipient-unknown": "sendRestTo",
  "recipient-ambiguous": "sendRestTo",
  "recipient-closed": "sendRestTo",
  "recipient-is-self": "sendRestTo",
  "close-destination-missing": "sendRestTo",
  "memo-too-long": "memo",
  "memo-hidden-marks": "memo",
  "memo-required": "memo",
} as const;

const Schema = v.object({
  sendRestTo: v.pipe(
    v.string(),
    v.check(
      (text) => text.trim() !== "",
      () => t`Enter who receives the rest`,
    ),
    requiredText(130, ""),
  ),
  memo: CloseAccountInput.entries.memo,
});

interface Typed {
  readonly sendRestTo: string;
  readonly memo: string;
}

interface RestSheetProps {
  readonly title: string;
  readonly xlmLeft: string;
  readonly asOfLedger: number;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly onRest: (rest: Rest) => void;
  readonly onClose: () => void;
}

/** Asks where the XLM that is left goes, and looks the recipient up. */
export function RestSheet({ title, xlmLeft, asOfLedger, typed, onType, onRest, onClose }: RestSheetProps) {
  const action = useAction(FIELDS, FIELD_OF_CODE);

  function submit() {
    const read = readForm(Schema, { sendRestTo: typed.sendRestTo, memo: typed.memo.trim() });
    if ("issues" in read) return action.refuse(read.issues);
    const { sendRestTo, memo = "" } = read.value;
    return action.run(async () => {
      const review = await call(CLOSING_ENDPOINTS.closeReview, { body: { sendRestTo, ...(memo !== "" && { memo }) } });
      const unlisted = review.refusals.find(({ code }) => code === "recipient-not-allowed");
      if (unlisted) return action.refuse({ sendRestTo: `${refusalWords(unlisted)} ${listWords()}` });
      const check = await call(WALLET_ENDPOINTS.walletCheck, {
        body: { to: sendRestTo, assetCode: "XLM", amount: xlmLeft, memo },
      });
      return onRest({ sendRestTo, memo, review, check });
    });
  }

  return (
    <FormSheet
      title={title}
      description={t`You still have ${{ amount: formatAmountText(xlmLeft) }} XLM as of ledger ${asOfLedger}, the reserve that the network kept back among them. Say where all of it goes.`}
      action={action}
      submit={t`Continue`}
      submitting={t`Looking up`}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Send the rest to`}
        name="sendRestTo"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t`A Stellar address, or the username or user ID of somebody here. Not an exchange that does not accept merged accounts.`}
        value={typed.sendRestTo}
        error={action.issues["sendRestTo"]}
        onChange={(event) => onType({ ...typed, sendRestTo: event.target.value })}
      />
      <TextField
        label={t`Memo (optional)`}
        name="memo"
        autoComplete="off"
        value={typed.memo}
        error={action.issues["memo"]}
        onChange={(event) => onType({ ...typed, memo: event.target.value })}
      />
    </FormSheet>
  );
}
