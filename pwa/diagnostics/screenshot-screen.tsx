import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
import { SCREENS } from "./screens.ts";

/** Takes a picture of a screen with everything private replaced, to keep it or to send it to support. */
export function ScreenshotScreen() {
  const [taken, setTaken] = useAtom(takenAtom);
  return (
    <Page
      title={t`Screenshot for support`}
      description={t`A picture of a screen, to show what is wrong. It is drawn on this device, and goes nowhere until you send it.`}
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
    setWanted({ path, isRedacted });
    await navigate({ to: path });
  }

  return (
    <Card aria-labelledby="screenshot-choose">
      <CardHeader id="screenshot-choose" title={t`Take a picture`} />
      <div className="flex flex-col gap-4">
        <SelectField label={t`Screen`} options={SCREENS} value={path} onValueChange={setPath} />
        <SwitchField
          label={t`Hide balances, addresses and names`}
          hint={t`They are replaced before the picture is drawn, so nobody can bring them back.`}
          checked={isRedacted}
          onCheckedChange={setRedacted}
        />
        {isRedacted ? null : (
          <Notice tone="warn">
            <Trans>
              The picture will show your balances, addresses and contacts to whoever gets it. Support does not need them
              to help you.
            </Trans>
          </Notice>
        )}
        <Button onClick={() => void go()}>
          <Camera aria-hidden="true" className="size-4" />
          <Trans>Open that screen</Trans>
        </Button>
      </div>
    </Card>
  );
}
