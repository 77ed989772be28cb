import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { useInsisting } from "./use-insisting.ts";

interface InsistingSheetProps {
  readonly insisting: ReturnType<typeof useInsisting>;
  /** Whether it is as it was asked for, whoever did that. */
  readonly isDone: boolean;
  readonly onClose: () => void;
  /** The question, and what it is once it is done. */
  readonly title: string;
  /** What is asked about. */
  readonly about: string;
  readonly done: ReactNode;
  /** Of the buttons: to leave it as it is, and to do it. */
  readonly keep: ReactNode;
  readonly act: ReactNode;
  /** That it is not done yet. */
  readonly notYet: string;
  /** What it means. */
  readonly children: ReactNode;
}

/** One plain question about ending something. It asks for nothing else, and tries until the server has answered. */
export function InsistingSheet({
  insisting: { state, begin },
  isDone,
  onClose,
  title,
  about,
  done,
  keep,
  act,
  notYet,
  children,
}: InsistingSheetProps) {
  const footer = isDone ? (
    <Button onClick={onClose}>
      <Trans context="button">Done</Trans>
    </Button>
  ) : (
    <>
      <Button variant="ghost" onClick={onClose}>
        {keep}
      </Button>
      <Button variant="danger" loading={state.step === "trying"} onClick={begin}>
        {act}
      </Button>
    </>
  );
  return (
    <Sheet onClose={onClose} title={title} footer={footer}>
      <div className="flex flex-col gap-4">
        <p className="text-sm font-semibold">{about}</p>
        {isDone ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-5 text-up" />
            {done}
          </p>
        ) : null}
        {state.step === "trying" && state.tries > 0 ? (
          <Notice tone="warn" title={notYet}>
            <Trans>The server did not answer. It is asked again and again while this stands open.</Trans>
          </Notice>
        ) : null}
        {state.step === "refused" ? <Notice tone="error">{state.message}</Notice> : null}
        <p className="text-sm text-ink-2">{children}</p>
      </div>
    </Sheet>
  );
}
