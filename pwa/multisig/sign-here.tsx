import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { SignSheet } from "./sign-sheet.tsx";

/** Leads to the signature that one submission waits for. */
export function SignHere({ submissionId }: { readonly submissionId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <KeyRound aria-hidden="true" className="size-4" />
        Sign with your own key
      </Button>
      {isOpen ? <SignSheet submissionId={submissionId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
