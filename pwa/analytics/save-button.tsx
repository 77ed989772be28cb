import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";

interface SaveButtonProps {
  /** "CSV" or "PNG". */
  readonly kind: string;
  /** What is saved as well, for those who do not see where the button stands. */
  readonly label: string;
  readonly isReady: boolean;
  readonly onSave: () => Promise<void>;
}

/** Saves a file; says so where it could not. */
export function SaveButton({ kind, label, isReady, onSave }: SaveButtonProps) {
  const [state, setState] = useState<"rest" | "busy" | "failed">("rest");
  const save = async (): Promise<void> => {
    setState("busy");
    try {
      await onSave();
      setState("rest");
    } catch {
      setState("failed");
    }
  };
  return (
    <span className="inline-flex items-center gap-2">
      {state === "failed" ? (
        <span role="alert" className="text-sm text-down">
          <Trans>Not saved. Please try again.</Trans>
        </span>
      ) : null}
      <Button
        variant="secondary"
        size="sm"
        aria-label={label}
        disabled={!isReady}
        loading={state === "busy"}
        onClick={() => void save()}
      >
        <Download aria-hidden="true" className="size-4" />
        {kind}
      </Button>
    </span>
  );
}
