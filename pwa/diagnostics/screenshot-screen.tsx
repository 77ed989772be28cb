import { useNavigate } from "@tanstack/react-router";
import { useAtom, useSetAtom } from "jotai";
import { Camera } from "lucide-react";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { takenAtom, wantedAtom } from "./capture-state.ts";
import { TakenCard } from "./taken-card.tsx";

const SCREENS = [
  { value: "/dashboard", label: "Dashboard" },
  { value: "/assets", label: "Assets" },
  { value: "/transactions", label: "Transactions" },
  { value: "/send", label: "Send" },
  { value: "/receive", label: "Receive" },
  { value: "/contacts", label: "Contacts" },
  { value: "/analytics", label: "Analytics" },
  { value: "/access-history", label: "Access history" },
  { value: "/settings", label: "Settings" },
  { value: "/user-settings", label: "Profile and security" },
  { value: "/wallet-diagnostic", label: "Wallet check" },
  { value: "/stellar-network", label: "Stellar network" },
] as const;

/** Takes a picture of a screen with everything private replaced, to keep it or to send it to support. */
export function ScreenshotScreen() {
  const [taken, setTaken] = useAtom(takenAtom);
  return (
    <Page
      title="Screenshot for support"
      description="A picture of a screen, to show what is wrong. It is drawn on this device, and goes nowhere until you send it."
      width="narrow"
    >
      <div className="flex flex-col gap-4">
        {taken === null ? <ChooseCard /> : <TakenCard taken={taken} onDone={() => setTaken(null)} />}
      </div>
    </Page>
  );
}

function ChooseCard() {
  const navigate = useNavigate();
  const setWanted = useSetAtom(wantedAtom);
  const [path, setPath] = useState<string>(SCREENS[0].value);
  const [isRedacted, setRedacted] = useState(true);

  async function go() {
    const label = SCREENS.find(({ value }) => value === path)?.label ?? path;
    setWanted({ label, isRedacted });
    await navigate({ to: path });
  }

  return (
    <Card aria-labelledby="screenshot-choose">
      <CardHeader id="screenshot-choose" title="Take a picture" />
      <div className="flex flex-col gap-4">
        <SelectField label="Screen" options={SCREENS} value={path} onValueChange={setPath} />
        <SwitchField
          label="Hide balances, addresses and names"
          hint="They are replaced before the picture is drawn, so nobody can bring them back."
          checked={isRedacted}
          onCheckedChange={setRedacted}
        />
        {isRedacted ? null : (
          <Notice tone="warn">
            The picture will show your balances, addresses and contacts to whoever gets it. Support does not need them
            to help you.
          </Notice>
        )}
        <Button onClick={() => void go()}>
          <Camera aria-hidden="true" className="size-4" />
          Open that screen
        </Button>
      </div>
    </Card>
  );
}
