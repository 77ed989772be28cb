import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { Camera } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { takenAtom, type Wanted, wantedAtom } from "./capture-state.ts";
import { readDeviceFacts } from "./device-facts.ts";
import { takePicture } from "./take-picture.ts";

/** Stands over the screen that a picture is to be taken of; it is not in the picture itself. */
export function CaptureBar({ wanted }: { readonly wanted: Wanted }) {
  const navigate = useNavigate();
  const setWanted = useSetAtom(wantedAtom);
  const setTaken = useSetAtom(takenAtom);
  const [isBusy, setBusy] = useState(false);
  const names = usePeopleNames();

  async function goBack() {
    setWanted(null);
    await navigate({ to: "/screenshot-diagnostic" });
  }

  async function take() {
    setBusy(true);
    try {
      const facts = await readDeviceFacts(wanted.path, wanted.isRedacted);
      setTaken({ picture: await takePicture(wanted.isRedacted ? names : null), facts });
      await goBack();
    } catch (error) {
      logProblem("The picture could not be taken", error);
      setBusy(false);
      showToast({
        title: t`The picture could not be taken`,
        description: t`Try again, or take one with your device and hide what nobody should see.`,
        tone: "destructive",
      });
    }
  }

  return (
    <section
      aria-label={t`Take a picture`}
      data-capture-bar=""
      className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-lg flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-surface-2 p-3 shadow-overlay lg:bottom-5"
    >
      <p className="min-w-0 flex-1 basis-40 text-sm">
        <Trans>Bring this screen to what you want to show, then take the picture.</Trans>
      </p>
      <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => void goBack()}>
        <Trans context="button: do not take the picture">Cancel</Trans>
      </Button>
      <Button size="sm" loading={isBusy} onClick={() => void take()}>
        {isBusy ? null : <Camera aria-hidden="true" className="size-4" />}
        <Trans>Take the picture</Trans>
      </Button>
    </section>
  );
}

/** What tells who this is and whom they know. */
function usePeopleNames(): string[] {
  const { user } = useSession();
  const { rows } = useRows("contacts");
  const own = user === null ? [] : [user.username, user.uniqueUserId, user.email];
  return [...own, ...rows.flatMap(({ name, uniqueUserId, memo }) => [name, uniqueUserId, memo])];
}
