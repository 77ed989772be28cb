import { useEffect, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import type { IdentityForm, Wanted } from "./form-state.ts";
import type { LocalPictures } from "./kept-form.ts";
import { bytesToSend, isPassing, type SendCalls, sendForm } from "./send-form.ts";

const AGAIN_MS = 3000;

export interface Sending {
  readonly sentBytes: number;
  readonly allBytes: number;
  /** Whether it stands still until the server can be reached. */
  readonly isWaiting: boolean;
}

interface Options {
  readonly form: IdentityForm;
  readonly pictures: LocalPictures;
  readonly wanted: Wanted;
  readonly own: OwnIdentityOutput;
  readonly onSent: (own: OwnIdentityOutput) => void;
  /** It was refused, with why. */
  readonly onRefused: (why: string) => void;
}

/** Sends it all off as long as it is shown, again after every cut. Later changes of what it was given are another form's. */
export function useSending(options: Options): Sending {
  const [given] = useState(options);
  const [sending, setSending] = useState<Sending>(() => ({
    sentBytes: 0,
    allBytes: bytesToSend(given),
    isWaiting: false,
  }));
  const { onSent, onRefused } = options;
  useEffect(() => {
    const stop = new AbortController();
    const show = (change: Partial<Sending>) => {
      if (!stop.signal.aborted) setSending((shown) => ({ ...shown, ...change }));
    };
    const send = async () => {
      while (!stop.signal.aborted) {
        try {
          return onSent(
            await sendForm(given, callsUntil(stop.signal), (sentBytes) => show({ sentBytes, isWaiting: false })),
          );
        } catch (error) {
          if (stop.signal.aborted) return;
          if (!isPassing(error)) {
            if (!(error instanceof HttpError)) logProblem("The identity check could not be sent", error);
            return onRefused(failureOf(error, []).notice ?? "");
          }
          show({ isWaiting: true });
          await untilOnline(stop.signal);
        }
      }
    };
    void send();
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- what is sent is what it began with.
  }, [given]);
  return sending;
}

function callsUntil(signal: AbortSignal): SendCalls {
  return {
    begin: (body) => call(KYC_ENDPOINTS.beginUpload, { body, signal }),
    send: (upload, offset, body) => call(KYC_ENDPOINTS.sendPart, { params: { upload, offset }, body, signal }),
    submit: (body) => call(KYC_ENDPOINTS.submitIdentity, { body, signal }),
  };
}

/** A moment, or less where the network comes back before. */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, AGAIN_MS);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
