import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { identityQuestionAtom, passkeyQuestionAtom } from "#pwa/parts/identify/identity.ts";
import { later } from "#pwa/ui/later.tsx";

const ShowPasskey = later(async () => (await import("./confirm-identity.tsx")).ShowPasskey);
const ConfirmIdentity = later(async () => (await import("./confirm-identity.tsx")).ConfirmIdentity);

/** After the first screen has had the connection to itself. */
const KEEP_AFTER_MS = 4000;

/** What security needs on every signed-in screen: the question who is there, and answers kept for offline reading. */
export function SecurityHost({ userId }: { readonly userId: number }) {
  const question = useAtomValue(identityQuestionAtom);
  const passkey = useAtomValue(passkeyQuestionAtom);
  const isOnline = useOnline();
  useEffect(() => {
    if (!isOnline) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      import("./keep-answers.ts").then(
        ({ keepAnswers }) => keepAnswers(userId, stop.signal),
        (error: unknown) => logProblem("Answers could not be kept for later", error),
      );
    }, KEEP_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isOnline, userId]);
  return (
    <>
      {question === null ? null : <ConfirmIdentity question={question} />}
      {passkey === null ? null : <ShowPasskey question={passkey} />}
    </>
  );
}
