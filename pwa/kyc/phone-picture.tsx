import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { mayBeUsed } from "./form-state.ts";
import { partWords } from "./identity-words.ts";
import { leftOf, phoneCalls, type PhoneLink } from "./phone-link.ts";
import { PictureStep } from "./picture-step.tsx";
import type { PreparedPicture } from "./prepare-picture.ts";
import { isPassing } from "./send-form.ts";
import { SentSoFar } from "./sending-card.tsx";
import { uploadPicture } from "./upload-picture.ts";
import { untilOnline } from "./use-sending.ts";

interface PhonePictureProps {
  readonly link: PhoneLink;
  readonly onSent: (link: PhoneLink) => void;
  /** The link is good no more, with why. */
  readonly onOver: (why: string | null) => void;
}

interface Progress {
  readonly picture: PreparedPicture;
  readonly sentBytes: number;
  readonly isWaiting: boolean;
}

/** The next picture that is asked of a phone: taken, and sent at once. */
export function PhonePicture({ link, onSent, onOver }: PhonePictureProps) {
  const [slot] = leftOf(link);
  const [warnings, setWarnings] = useState(0);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = link.sent.length === 0;
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  if (slot === undefined) return null;

  async function send(picture: PreparedPicture) {
    if (slot === undefined) return;
    const { signal } = stop.current;
    setRefusal(null);
    setProgress({ picture, sentBytes: 0, isWaiting: false });
    const calls = phoneCalls(link, signal);
    while (!signal.aborted) {
      try {
        const { bytes, sha256, hints } = picture;
        await uploadPicture(calls, { slot, bytes, sha256, hints }, (sentBytes) =>
          setProgress({ picture, sentBytes, isWaiting: false }),
        );
        return onSent({ ...link, sent: [...link.sent, slot] });
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error)) {
          setProgress(null);
          const why = failureOf(error, []).notice;
          if (error instanceof HttpError && error.code === "hand-over-over") return onOver(why);
          return setRefusal(why);
        }
        setProgress((shown) => (shown === null ? shown : { ...shown, isWaiting: true }));
        await untilOnline(signal);
      }
    }
  }

  const at = link.sent.length + 1;
  return (
    <>
      <p className="mb-1 text-sm text-ink-3">{t`Picture ${{ picture: at }} of ${{ pictures: link.slots.length }}`}</p>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
        {partWords(slot, link.documentType)}
      </h2>
      {refusal === null ? null : (
        <div className="mb-4">
          <Notice tone="error">{refusal}</Notice>
        </div>
      )}
      {progress === null ? (
        <PictureStep
          slot={slot}
          documentType={link.documentType}
          picture={null}
          hasArrived={false}
          mayBeUsed={mayBeUsed({ warned: { front: 0, back: 0, selfie: 0, [slot]: warnings } }, slot)}
          onWarned={() => setWarnings((count) => count + 1)}
          onTaken={(picture) => void send(picture)}
        />
      ) : (
        <SentSoFar
          label={t`How much is sent`}
          sentBytes={progress.sentBytes}
          allBytes={progress.picture.bytes.length}
          isWaiting={progress.isWaiting}
        />
      )}
    </>
  );
}
