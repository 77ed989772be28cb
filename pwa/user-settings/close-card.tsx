import { DoorClosed } from "lucide-react";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";

const CloseSheet = later(async () => (await import("./close-sheet.tsx")).CloseSheet);

export function CloseCard({ canChange }: { readonly canChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card aria-labelledby="close">
      <CardHeader
        id="close"
        title="Close my account"
        description="For good. You see what stands against it, and what happens, before anything is done."
      />
      <Button variant="secondary" disabled={!canChange} onClick={() => setOpen(true)}>
        <DoorClosed aria-hidden="true" className="size-4" />
        Close my account
      </Button>
      {isOpen ? <CloseSheet onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
