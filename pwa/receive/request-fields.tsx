import { t } from "@lingui/core/macro";
import { AmountField } from "#pwa/parts/assets/amount-field.tsx";
import type { AssetName } from "#pwa/parts/assets/asset-key.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { messageLength, PAY_MESSAGE_MAX } from "#schemas/values/pay-message.ts";
import type { RequestProblems, TypedRequest } from "./request.ts";

interface RequestFieldsProps {
  readonly typed: TypedRequest;
  readonly problems: RequestProblems;
  readonly asset: AssetName;
  readonly onChange: (change: Partial<TypedRequest>) => void;
}

/** What is asked for, and what is said of it. */
export function RequestFields({ typed, problems, asset, onChange }: RequestFieldsProps) {
  const { assetCode } = asset;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          labels={{ asset: t`Amount in ${assetCode} (optional)`, usd: t`Amount in USD (optional)` }}
          asset={asset}
          typed={typed}
          error={problems.amount}
          onChange={onChange}
        />
        <TextField
          label={t`Memo (optional)`}
          name="memo"
          autoComplete="off"
          value={typed.memo}
          error={problems.memo}
          aside={<Used used={memoBytes(typed.memo)} most={MEMO_MAX_BYTES} />}
          onChange={(event) => onChange({ memo: event.target.value })}
        />
      </div>
      <TextField
        label={t`Note for whoever pays (optional)`}
        name="note"
        autoComplete="off"
        dir="auto"
        value={typed.note}
        error={problems.note}
        hint={t`They read it before they pay. It stands in the link, and not on the ledger.`}
        aside={<Used used={messageLength(typed.note)} most={PAY_MESSAGE_MAX} />}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </>
  );
}

function Used({ used, most }: { readonly used: number; readonly most: number }) {
  return <span className="numeric text-xs text-ink-3">{`${used}/${most}`}</span>;
}
