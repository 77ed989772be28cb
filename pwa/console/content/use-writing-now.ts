import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import type { Which } from "./content-port.ts";

/** Who has something to write in: nobody asked yet, oneself, or another one. */
export type Holder =
  | { readonly kind: "asking" }
  | { readonly kind: "own" }
  | { readonly kind: "other"; readonly username: string }
  /** It was not answered: who writes finds out when they save. */
  | { readonly kind: "unknown" };

/** For so long it is not said again that one writes. */
const AGAIN_MS = 20_000;

interface WritingNow {
  readonly holder: Holder;
  /** Takes it from whoever writes there. */
  readonly takeOver: () => Promise<void>;
}

/** Takes an item to write in while it is open, and says so again as long as somebody is at it. */
export function useWritingNow({ kind, key }: Which, mayWrite: boolean): WritingNow {
  const [holder, setHolder] = useState<Holder>({ kind: mayWrite ? "asking" : "unknown" });
  const isTouched = useRef(false);
  const take = useCallback(
    async (isTakeOver: boolean) => {
      await call(CONTENT_DESK_ENDPOINTS.writeContent, { body: { kind, key, isTakeOver } });
      setHolder({ kind: "own" });
    },
    [kind, key],
  );
  useEffect(() => {
    if (!mayWrite) return undefined;
    let isOver = false;
    const ask = () =>
      take(false).catch((error: unknown) => {
        if (!isOver) setHolder((now) => holderAfter(error, now));
      });
    void ask();
    const touched = () => {
      isTouched.current = true;
    };
    const timer = setInterval(() => {
      // Who asks does not idle out: an editor that was left open asks nothing.
      if (isTouched.current) void ask();
      isTouched.current = false;
    }, AGAIN_MS);
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, touched, { passive: true });
    return () => {
      isOver = true;
      clearInterval(timer);
      for (const event of ["pointerdown", "keydown"]) removeEventListener(event, touched);
      call(CONTENT_DESK_ENDPOINTS.leaveContent, { body: { kind, key }, isLast: true }).catch((error: unknown) => {
        // It ends by itself.
        if (!(error instanceof HttpError)) logProblem("That writing is over could not be said", error);
      });
    };
  }, [kind, key, mayWrite, take]);
  return { holder, takeOver: useCallback(() => take(true), [take]) };
}

/** Who began to write goes on, and hears at the next saving that another one took it: nothing typed is put away before. */
function holderAfter(error: unknown, now: Holder): Holder {
  if (now.kind === "own") return now;
  if (!(error instanceof HttpError) || error.code !== "content-written") return { kind: "unknown" };
  const { username } = error.facts;
  return { kind: "other", username: typeof username === "string" ? username : "" };
}
