import { ClipboardPaste, ContactRound, QrCode } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Contact, Directory } from "#pwa/parts/directory/directory.ts";
import { isPayUri } from "#pwa/parts/directory/pay-uri.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { later } from "#pwa/ui/later.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { maxStroops, type Balance } from "#pwa/parts/assets/balances.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import { balanceOf, type SendDraft, type SendProblems } from "./payment.ts";
import { isEmptyDraft } from "./drafts.ts";
import { NO_MEMO_DRAFT, payableIn, takeText } from "./taken-text.ts";

const RecipientPicker = later(async () => (await import("./recipient-picker.tsx")).RecipientPicker);
const ScanSheet = later(async () => (await import("#pwa/parts/qr-codes/scan-sheet.tsx")).ScanSheet);

interface SendFormProps {
  readonly draft: SendDraft;
  readonly balances: readonly Balance[];
  readonly contacts: readonly Contact[];
  readonly directory: Directory;
  readonly problems: SendProblems;
  readonly notice: string | null;
  readonly isOnline: boolean;
  readonly isBusy: boolean;
  readonly onChange: (change: Partial<SendDraft>) => void;
  readonly onReview: () => void;
  /** Keeps what is typed for another time. */
  readonly onPutAside: () => void;
}

const MEMO_KINDS = [
  { value: "text", label: "Text" },
  { value: "id", label: "Number (ID)" },
  { value: "hash", label: "Hash" },
] as const;

/** Every asset that is held, and the one that was asked for, held or not. */
function assetOptions(balances: readonly Balance[], asked: string) {
  const held = balances.map(({ uid, assetCode, issuer }) => ({ value: uid, label: assetLabel(assetCode, issuer) }));
  if (held.some(({ value }) => value === asked)) return held;
  const [assetCode = "", issuer = ""] = asked.split("-");
  return [...held, { value: asked, label: `${assetLabel(assetCode, issuer)}, not in your account` }];
}

function assetLabel(assetCode: string, issuer: string): string {
  return issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`;
}

/** What is typed is worth; null while it is no amount. */
function useTypedWorth(amount: string, balance: Balance | undefined): string | null {
  const worthOf = useUsdWorth();
  const stroops = readAmount(amount);
  return balance === undefined || typeof stroops === "string" || stroops === 0n ? null : worthOf(stroops, balance);
}

function amountHint({ spendable, assetCode, asOfLedger }: Balance, worth: string | null): string {
  const can = `${formatAmountText(spendable)} ${assetCode} can be spent, as of ledger ${asOfLedger}`;
  return worth === null ? can : `That is ${worth}. ${can}`;
}

/** Who, how much, and with which memo. */
export function SendForm(props: SendFormProps) {
  const { draft, balances, contacts, directory, problems, notice, isOnline, isBusy, onChange, onReview, onPutAside } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState<"contacts" | "scan" | null>(null);
  const [uriProblem, setUriProblem] = useState<string | null>(null);
  const balance = balanceOf(balances, draft.asset);
  const name = directory.nameOf(draft.to.trim());
  const worth = useTypedWorth(draft.amount, balance);

  useEffect(() => {
    if (Object.keys(problems).length === 0) return undefined;
    // After the review sheet, which gives the focus back to the button that opened it, has closed.
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return () => clearTimeout(timer);
  }, [problems]);

  const fill = useCallback(
    (text: string) => {
      setOpened(null);
      const taken = takeText(text);
      setUriProblem(taken.ok ? null : taken.problem);
      if (taken.ok) onChange(taken.change);
    },
    [onChange],
  );

  async function paste() {
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() === "") setUriProblem("There is no text to paste. Copy an address or a payment link first.");
      else fill(payableIn(text));
    } catch {
      setUriProblem("This browser does not let the app read what you copied. Paste it into the field instead.");
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // Also by the Enter key, while there is no button for it.
        if (isOnline) onReview();
      }}
    >
      {notice === null ? null : <Notice tone="error">{notice}</Notice>}
      {uriProblem === null ? null : <Notice tone="error">{uriProblem}</Notice>}
      <div className="flex flex-col gap-2">
        <TextField
          label="To"
          name="to"
          placeholder="Address, name*domain or user ID"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputClassName="font-mono text-sm"
          value={draft.to}
          error={problems.to}
          hint={
            name === null ? "A Stellar address (G... or M...), a name like ana*example.org, or another user's ID" : name
          }
          onChange={(event) =>
            isPayUri(event.target.value)
              ? fill(event.target.value)
              : onChange({ to: event.target.value, networkPassphrase: "" })
          }
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setOpened("contacts")}>
            <ContactRound aria-hidden="true" className="size-4" />
            Choose a contact
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setOpened("scan")}>
            <QrCode aria-hidden="true" className="size-4" />
            Scan
          </Button>
          {typeof navigator.clipboard?.readText === "function" ? (
            <Button variant="secondary" size="sm" onClick={() => void paste()}>
              <ClipboardPaste aria-hidden="true" className="size-4" />
              Paste
            </Button>
          ) : null}
        </div>
      </div>
      {balances.length > 1 || balance === undefined ? (
        <SelectField
          label="Asset"
          options={assetOptions(balances, draft.asset)}
          value={draft.asset}
          error={problems.asset}
          onValueChange={(asset) => onChange({ asset })}
        />
      ) : problems.asset === undefined ? null : (
        <Notice tone="error">{problems.asset}</Notice>
      )}
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        inputClassName="numeric text-xl"
        value={draft.amount}
        error={problems.amount}
        hint={balance === undefined ? "Your balance has not reached this device yet" : amountHint(balance, worth)}
        aside={
          balance === undefined ? undefined : (
            <Button
              variant="link"
              size="inline"
              onClick={() => onChange({ amount: formatAmountShort(maxStroops(balance)) })}
            >
              Max
            </Button>
          )
        }
        onChange={(event) => onChange({ amount: event.target.value })}
      />
      <TextField
        label="Memo (optional)"
        name="memo"
        autoComplete="off"
        value={draft.memo}
        error={problems.memo}
        hint="Exchanges often need one. Everyone can read it."
        aside={
          draft.memoType === "text" ? (
            <span
              className="numeric text-xs text-ink-3"
              aria-label={`${memoBytes(draft.memo)} of ${MEMO_MAX_BYTES} bytes used`}
            >
              {memoBytes(draft.memo)}/{MEMO_MAX_BYTES}
            </span>
          ) : undefined
        }
        onChange={(event) => onChange({ memo: event.target.value })}
      />
      {draft.memo === "" ? null : (
        <SelectField
          label="Kind of memo"
          options={MEMO_KINDS}
          value={draft.memoType}
          hint="Text, unless the recipient asks for another kind"
          onValueChange={(memoType) => onChange({ memoType })}
        />
      )}
      {isOnline ? null : (
        <Notice tone="warn" title="You are offline">
          Sending needs a connection. You can put this payment aside: it stays on this device, and nothing is sent until
          you look at it again and confirm it yourself.
        </Notice>
      )}
      {isOnline ? (
        <Button type="submit" size="lg" loading={isBusy}>
          Review
        </Button>
      ) : (
        <Button size="lg" onClick={onPutAside} disabled={isEmptyDraft(draft)}>
          Put aside as a draft
        </Button>
      )}
      {isOnline && notice !== null ? (
        <Button variant="ghost" onClick={onPutAside} disabled={isEmptyDraft(draft)}>
          Put aside as a draft
        </Button>
      ) : null}
      {opened === "contacts" ? (
        <RecipientPicker
          contacts={contacts}
          onClose={() => setOpened(null)}
          onPick={(contact) => {
            setOpened(null);
            onChange({
              to: contact.stellarAddress || contact.uniqueUserId,
              networkPassphrase: "",
              ...NO_MEMO_DRAFT,
              memo: contact.memo,
            });
          }}
        />
      ) : null}
      {opened === "scan" ? <ScanSheet onRead={fill} onClose={() => setOpened(null)} /> : null}
    </form>
  );
}
