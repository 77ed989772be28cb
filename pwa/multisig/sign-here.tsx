import { Trans } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { later } from "#pwa/ui/later.tsx";

const SignSheet = later(async () => (await import("./sign-sheet.tsx")).SignSheet);

/** Leads to the signature that one submission waits for. */
export function SignHere({ submissionId }: { readonly submissionId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <KeyRound aria-hidden="true" className="size-4" />
        <Trans>Sign with your own key</Trans>
      </Button>
      {isOpen ? <SignSheet submissionId={submissionId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
