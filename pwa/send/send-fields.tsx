import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ClipboardPaste, ContactRound, QrCode } from "lucide-react";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { type Balance, maxStroops } from "#pwa/parts/assets/balances.ts";
import { AmountField } from "#pwa/parts/assets/amount-field.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { assetNamed, balanceOf, NO_REQUEST, type SendDraft, type SendProblems } from "./payment.ts";
import { isRequest } from "./taken-text.ts";

interface FieldProps {
  readonly draft: SendDraft;
  readonly problems: SendProblems;
  readonly onChange: (change: Partial<SendDraft>) => void;
}

interface BalanceFieldProps extends FieldProps {
  readonly balances: readonly Balance[];
}

interface RecipientFieldProps extends FieldProps {
  readonly directory: Directory;
  /** Takes a whole payment link. */
  readonly onFill: (text: string) => void;
  readonly onPaste: () => Promise<void>;
  readonly onOpen: (what: "contacts" | "scan") => void;
}

/** Who is paid, typed in or taken from elsewhere. */
export function RecipientField({ draft, problems, directory, onChange, onFill, onPaste, onOpen }: RecipientFieldProps) {
  const name = directory.nameOf(draft.to.trim());
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t({ message: "To", context: "who is paid" })}
        name="to"
        placeholder={t`Address, username or name*domain`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputClassName="font-mono text-sm"
        value={draft.to}
        error={problems.to}
        hint={
          name === null
            ? t`A Stellar address (G... or M...), the username or user ID of somebody here, or a name like ana*example.org`
            : name
        }
        onChange={(event) =>
          isRequest(event.target.value, location.origin)
            ? onFill(event.target.value)
            : onChange({ to: event.target.value, ...NO_REQUEST })
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => onOpen("contacts")}>
          <ContactRound aria-hidden="true" className="size-4" />
          <Trans>Choose a contact</Trans>
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onOpen("scan")}>
          <QrCode aria-hidden="true" className="size-4" />
          <Trans context="button">Scan</Trans>
        </Button>
        {typeof navigator.clipboard?.readText === "function" ? (
          <Button variant="secondary" size="sm" onClick={() => void onPaste()}>
            <ClipboardPaste aria-hidden="true" className="size-4" />
            <Trans context="button">Paste</Trans>
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const MEMO_KINDS = [
  {
    value: "text",
    get label() {
      return t({ message: "Text", context: "kind of memo" });
    },
  },
  {
    value: "id",
    get label() {
      return t`Number (ID)`;
    },
  },
  {
    value: "hash",
    get label() {
      return t({ message: "Hash", context: "kind of memo" });
    },
  },
] as const;

/** Every asset that is held, and the one that was asked for, held or not. */
function assetOptions(balances: readonly Balance[], asked: string) {
  const held = balances.map(({ uid, assetCode, issuer }) => ({ value: uid, label: assetLabel(assetCode, issuer) }));
  if (held.some(({ value }) => value === asked)) return held;
  const { assetCode, issuer } = assetNamed(asked);
  return [...held, { value: asked, label: t`${{ asset: assetLabel(assetCode, issuer) }}, not in your account` }];
}

function assetLabel(assetCode: string, issuer: string): string {
  return issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`;
}

function amountNote({ spendable, assetCode, asOfLedger }: Balance): string {
  return t`${{ amount: formatAmountText(spendable) }} ${assetCode} can be spent, as of ledger ${asOfLedger}`;
}

/** What is paid with; a choice only where there is one. */
export function AssetField({ draft, balances, problems, onChange }: BalanceFieldProps) {
  if (balances.length <= 1 && balanceOf(balances, draft.asset) !== undefined)
    return problems.asset === undefined ? null : <Notice tone="error">{problems.asset}</Notice>;
  return (
    <SelectField
      label={t`Asset`}
      options={assetOptions(balances, draft.asset)}
      value={draft.asset}
      error={problems.asset}
      onValueChange={(asset) => onChange({ asset })}
    />
  );
}

export function PaidField({ draft, balances, problems, onChange }: BalanceFieldProps) {
  const balance = balanceOf(balances, draft.asset);
  return (
    <AmountField
      labels={{ asset: t`Amount`, usd: t`Amount in USD` }}
      inputClassName="numeric text-xl"
      asset={balance ?? assetNamed(draft.asset)}
      typed={draft}
      error={problems.amount}
      note={balance === undefined ? t`Your balance has not reached this device yet` : amountNote(balance)}
      most={balance === undefined ? undefined : maxStroops(balance)}
      onChange={onChange}
    />
  );
}

export function MemoFields({ draft, problems, onChange }: FieldProps) {
  const used = memoBytes(draft.memo);
  return (
    <>
      <TextField
        label={t`Memo (optional)`}
        name="memo"
        autoComplete="off"
        value={draft.memo}
        error={problems.memo}
        hint={t`Exchanges often need one. Everyone can read it.`}
        aside={
          draft.memoType === "text" ? (
            <span
              className="numeric text-xs text-ink-3"
              aria-label={plural(
                { most: MEMO_MAX_BYTES },
                { one: `${used} of # byte used`, other: `${used} of # bytes used` },
              )}
            >
              {used}/{MEMO_MAX_BYTES}
            </span>
          ) : undefined
        }
        onChange={(event) => onChange({ memo: event.target.value })}
      />
      {draft.memo === "" ? null : (
        <SelectField
          label={t`Kind of memo`}
          options={MEMO_KINDS}
          value={draft.memoType}
          hint={t`Text, unless the recipient asks for another kind`}
          onValueChange={(memoType) => onChange({ memoType })}
        />
      )}
    </>
  );
}
