import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { focusFirstIssue } from "./form-issues.ts";
import type { Action } from "./use-action.ts";

interface FormSheetProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly action: Action;
  readonly submit: string;
  /** What the button says while the server is asked. */
  readonly submitting: string;
  readonly dismiss?: string;
  readonly tone?: "primary" | "danger";
  readonly size?: "sm" | "md";
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A sheet with one form and one thing to do. It stays while the server is asked, and leads to the field that is wrong. */
export function FormSheet(props: FormSheetProps) {
  const { action, dismiss = t`Cancel`, tone = "primary", size = "md", isReady = true, onSubmit, onClose } = props;
  const { isBusy, issues, notice } = action;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useOnline();

  const failure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) failure.current?.scrollIntoView({ block: "nearest" });
  }, [notice]);
  useEffect(() => {
    if (Object.keys(issues).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [issues]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOnline && isReady) onSubmit();
  }

  return (
    <Sheet
      size={size}
      title={props.title}
      {...(props.description === undefined ? {} : { description: props.description })}
      onClose={onClose}
      // What is under way may answer with something that is shown only once.
      mayClose={!isBusy}
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={onClose}>
            {dismiss}
          </Button>
          <Button type="submit" form={formId} variant={tone} loading={isBusy} disabled={!isOnline || !isReady}>
            {isBusy ? props.submitting : props.submit}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {notice === null ? null : (
          <div ref={failure}>
            <Notice tone="error">{notice}</Notice>
          </div>
        )}
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline. This needs a connection.</Trans>
          </Notice>
        )}
        {props.children}
      </form>
    </Sheet>
  );
}
