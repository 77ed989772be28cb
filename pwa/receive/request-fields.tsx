import { TextField } from "#pwa/ui/field.tsx";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { messageLength, PAY_MESSAGE_MAX } from "#schemas/values/pay-message.ts";
import type { RequestProblems, TypedRequest } from "./request.ts";

interface RequestFieldsProps {
  readonly typed: TypedRequest;
  readonly problems: RequestProblems;
  readonly assetCode: string;
  readonly onChange: (change: Partial<TypedRequest>) => void;
}

/** What is asked for, and what is said of it. */
export function RequestFields({ typed, problems, assetCode, onChange }: RequestFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={`Amount in ${assetCode} (optional)`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          error={problems.amount}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
        <TextField
          label="Memo (optional)"
          name="memo"
          autoComplete="off"
          value={typed.memo}
          error={problems.memo}
          aside={<Used used={memoBytes(typed.memo)} most={MEMO_MAX_BYTES} />}
          onChange={(event) => onChange({ memo: event.target.value })}
        />
      </div>
      <TextField
        label="Note for whoever pays (optional)"
        name="note"
        autoComplete="off"
        dir="auto"
        value={typed.note}
        error={problems.note}
        hint="They read it before they pay. It stands in the link, and not on the ledger."
        aside={<Used used={messageLength(typed.note)} most={PAY_MESSAGE_MAX} />}
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </>
  );
}

function Used({ used, most }: { readonly used: number; readonly most: number }) {
  return <span className="numeric text-xs text-ink-3">{`${used}/${most}`}</span>;
}
