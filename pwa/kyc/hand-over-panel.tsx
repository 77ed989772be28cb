import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, Circle } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { formatBytes } from "#pwa/parts/device/storage-facts.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { PayCode } from "#pwa/parts/qr-codes/pay-code.tsx";
import { PHONE_UPLOAD_PATH } from "#pwa/parts/identity/identity-paths.ts";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatTimeLeft } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { useNow } from "#pwa/ui/now.ts";
import { Spinner } from "#pwa/ui/spinner.tsx";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { OutputOf } from "#schemas/endpoints.ts";
import type { OwnIdentityOutput, Upload } from "#schemas/identity.ts";
import type { DocumentType, PictureSlot } from "#schemas/kyc.ts";
import { partWords } from "./identity-words.ts";

type PhoneLink = OutputOf<typeof KYC_ENDPOINTS.handOver>;

interface HandOverPanelProps {
  readonly slots: readonly PictureSlot[];
  readonly documentType: DocumentType;
  readonly own: OwnIdentityOutput;
  readonly onChanged: () => void;
  /** A picture came from the phone: it stands in the place of one that lies here. */
  readonly onArrived: (slot: PictureSlot) => void;
  readonly onBack: () => void;
}

/** Gives the form away to a phone for ten minutes, and shows what comes from it. Leaving this ends the link. */
export function HandOverPanel({ slots, documentType, own, onChanged, onArrived, onBack }: HandOverPanelProps) {
  const action = useAction();
  const { run } = action;
  const [wanted] = useState(slots);
  const [link, setLink] = useState<PhoneLink | null>(null);
  const [before] = useState(() => new Set(own.uploads.map(({ upload }) => upload)));
  const fromPhone = own.uploads.filter(({ upload, isFromPhone }) => isFromPhone && !before.has(upload));

  const open = useCallback(() => {
    setLink(null);
    run(async () => {
      setLink(await call(KYC_ENDPOINTS.handOver, { body: { slots: [...wanted], documentType } }));
      onChanged();
    });
  }, [run, wanted, documentType, onChanged]);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    open();
  }, [open]);
  useEffect(() => endByLeaving(onChanged), [onChanged]);

  const arrived = fromPhone.filter(({ isWhole }) => isWhole).map(({ slot }) => slot);
  const told = arrived.join(" ");
  useEffect(() => {
    const there = told.split(" ");
    for (const slot of wanted) if (there.includes(slot)) onArrived(slot);
  }, [told, wanted, onArrived]);
  const isDone = wanted.every((slot) => arrived.includes(slot));
  useEffect(() => {
    if (isDone) onBack();
  }, [isDone, onBack]);

  return (
    <div className="flex flex-col gap-4">
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      {link === null ? (
        action.isBusy ? (
          <Spinner label={t`Making a link`} />
        ) : null
      ) : (
        <LinkShown link={link} own={own} />
      )}
      <List aria-label={t`Pictures from your phone`}>
        {wanted.map((slot) => (
          <li key={slot}>
            <Arrival name={partWords(slot, documentType)} upload={fromPhone.findLast((each) => each.slot === slot)} />
          </li>
        ))}
      </List>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" loading={action.isBusy} onClick={open}>
          <Trans>Make a new link</Trans>
        </Button>
        <Button variant="ghost" onClick={onBack}>
          <Trans>Go on here instead</Trans>
        </Button>
      </div>
    </div>
  );
}

function LinkShown({ link, own }: { readonly link: PhoneLink; readonly own: OwnIdentityOutput }) {
  const nowMs = useNow();
  const untilMs = Date.parse(link.until);
  const address = `${location.origin}${PHONE_UPLOAD_PATH}#${link.token}`;
  if (untilMs <= nowMs)
    return (
      <Notice tone="warn" title={t`This link is over`}>
        <Trans>It was good for ten minutes. Make a new one, or go on here.</Trans>
      </Notice>
    );
  const isOpened = own.handOver?.state === "opened";
  return (
    <>
      <div role="status">
        {isOpened ? (
          <Notice tone="success" title={t`Your phone is connected`}>
            <Trans>Take the pictures there. They appear here as they arrive; keep this page open.</Trans>
          </Notice>
        ) : (
          <p className="text-sm text-ink-2">
            <Trans>
              Point your phone's camera at this code and open the page that it offers. Nobody signs in there, and
              nothing of your account is shown.
            </Trans>
          </p>
        )}
      </div>
      {isOpened ? null : (
        <div className="flex flex-col items-center gap-3">
          <PayCode text={address} label={t`QR code of the link for your phone`} />
          <div className="flex flex-wrap items-center justify-center gap-1">
            <p className="text-sm text-ink-3">{t`It works once and ends ${{ when: formatTimeLeft(untilMs, nowMs) }}.`}</p>
            <CopyButton text={address} label={t`Copy the link`} />
          </div>
        </div>
      )}
    </>
  );
}

function Arrival({ name, upload }: { readonly name: string; readonly upload: Upload | undefined }) {
  const isWhole = upload?.isWhole === true;
  const Mark = isWhole ? Check : Circle;
  return (
    <ListRow
      lead={<Mark aria-hidden="true" className={isWhole ? "size-5 text-up" : "size-5 text-ink-3"} />}
      title={name}
      detail={
        upload === undefined
          ? t`Not there yet`
          : isWhole
            ? t`Arrived`
            : t`${{ received: formatBytes(upload.received) }} of ${{ all: formatBytes(upload.bytes) }}`
      }
    />
  );
}

/** The link is good for as long as somebody looks at it here. */
function endByLeaving(onChanged: () => void): () => void {
  const end = (isLast: boolean) => {
    call(KYC_ENDPOINTS.endHandOver, { isLast }).then(onChanged, (error: unknown) =>
      logProblem("The link for a phone ends by itself", error),
    );
  };
  const leave = () => end(true);
  addEventListener("pagehide", leave);
  return () => {
    removeEventListener("pagehide", leave);
    end(false);
  };
}
