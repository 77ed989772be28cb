import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Contact, Directory } from "#pwa/parts/directory/directory.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { later } from "#pwa/ui/later.tsx";
import type { Balance } from "#pwa/parts/assets/balances.ts";
import { AskerWords } from "#pwa/parts/directory/asker-words.tsx";
import { NO_REQUEST, type SendDraft, type SendProblems } from "./payment.ts";
import { AssetField, MemoFields, PaidField, RecipientField } from "./send-fields.tsx";
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

/** Who, how much, and with which memo. */
export function SendForm(props: SendFormProps) {
  const { draft, balances, contacts, directory, problems, notice, isOnline, isBusy, onChange, onReview, onPutAside } =
    props;
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState<"contacts" | "scan" | null>(null);
  const [uriProblem, setUriProblem] = useState<string | null>(null);

  useEffect(() => {
    if (Object.keys(problems).length === 0) return undefined;
    // After the review sheet, which gives the focus back to the button that opened it, has closed.
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return () => clearTimeout(timer);
  }, [problems]);

  const fill = useCallback(
    (text: string) => {
      setOpened(null);
      const taken = takeText(text, location.origin);
      setUriProblem(taken.ok ? null : taken.problem);
      if (taken.ok) onChange(taken.change);
    },
    [onChange],
  );

  const paste = async () => {
    try {
      const text = await navigator.clipboard.readText();
      if (text.trim() === "") setUriProblem(t`There is no text to paste. Copy an address or a payment link first.`);
      else fill(payableIn(text, location.origin));
    } catch {
      setUriProblem(t`This browser does not let the app read what you copied. Paste it into the field instead.`);
    }
  };

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
      <AskerWords message={draft.message} />
      <RecipientField {...{ draft, directory, problems, onChange }} onFill={fill} onPaste={paste} onOpen={setOpened} />
      <AssetField {...{ draft, balances, problems, onChange }} />
      <PaidField {...{ draft, balances, problems, onChange }} />
      <MemoFields {...{ draft, problems, onChange }} />
      <SendActions {...{ draft, isOnline, isBusy, onPutAside }} isRefused={notice !== null} />
      {opened === "contacts" ? (
        <RecipientPicker
          contacts={contacts}
          onClose={() => setOpened(null)}
          onPick={(contact) => {
            setOpened(null);
            onChange({
              to: contact.stellarAddress || contact.uniqueUserId,
              ...NO_REQUEST,
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

interface SendActionsProps {
  readonly draft: SendDraft;
  readonly isOnline: boolean;
  readonly isBusy: boolean;
  /** Whether a refusal stands above the form. */
  readonly isRefused: boolean;
  readonly onPutAside: () => void;
}

function SendActions({ draft, isOnline, isBusy, isRefused, onPutAside }: SendActionsProps) {
  return (
    <>
      {isOnline ? null : (
        <Notice tone="warn" title={t`You are offline`}>
          <Trans>
            Sending needs a connection. You can put this payment aside: it stays on this device, and nothing is sent
            until you look at it again and confirm it yourself.
          </Trans>
        </Notice>
      )}
      {isOnline ? (
        <Button type="submit" size="lg" loading={isBusy}>
          <Trans context="button">Review</Trans>
        </Button>
      ) : (
        <Button size="lg" onClick={onPutAside} disabled={isEmptyDraft(draft)}>
          <Trans>Put aside as a draft</Trans>
        </Button>
      )}
      {isOnline && isRefused ? (
        <Button variant="ghost" onClick={onPutAside} disabled={isEmptyDraft(draft)}>
          <Trans>Put aside as a draft</Trans>
        </Button>
      ) : null}
    </>
  );
}
